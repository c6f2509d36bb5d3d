// Moves the timeline's page through time; each page works without it, by its links and forms.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const range = $("point");
  let shown = range ? Number(range.value) : 0; // the event that the page shows
  let wanted = shown; // the one that the reader has moved to, shown or on its way
  let sent = shown; // the one that was asked for last
  let waiting = false;
  let atEnd = range ? shown === Number(range.max) : false;

  const address = (part, told) => {
    const query = new URLSearchParams(new URL($("state").dataset.url, location).search);
    query.delete("at");
    query.delete("rows");
    for (const [key, value] of Object.entries(told)) query.set(key, value);
    return `${$("steps").dataset.base}/${part}?${query}`;
  };

  const fetched = (url, target) => htmx.ajax("GET", url, { target, swap: "outerHTML" });

  const move = (n) => {
    wanted = Math.min(Math.max(n, 1), Number(range.max));
    range.value = wanted;
    if (waiting || wanted === shown) return;
    waiting = true;
    sent = wanted;
    fetched(address("step", { n: wanted, from: shown }), "#state");
  };

  const keepPoint = (at) => {
    for (const link of document.querySelectorAll("a.keeps-point")) {
      const url = new URL(link.getAttribute("href"), location);
      url.searchParams.set("at", at);
      link.setAttribute("href", url.pathname + url.search);
    }
    for (const field of document.querySelectorAll("input.point")) field.value = at;
  };

  const place = (x) => {
    const cursor = $("cursor");
    if (!cursor) return;
    const share = `${(Number(x) * 100).toFixed(3)}%`;
    cursor.setAttribute("x1", share);
    cursor.setAttribute("x2", share);
  };

  const side = (id, url) => {
    const link = $(id);
    if (url) {
      link.setAttribute("href", url);
      link.removeAttribute("aria-disabled");
    } else {
      link.setAttribute("aria-disabled", "true");
    }
  };

  const stepped = () => {
    const told = $("state").dataset;
    shown = Number(told.n);
    atEnd = shown === Number(range.max);
    range.setAttribute("aria-valuetext", told.text);
    place(told.x);
    side("previous", told.previous);
    side("next", told.next);
    keepPoint(told.at);
    history.replaceState(history.state, "", told.url);
    const on = wanted - sent; // how far the reader went on while the answer was on its way
    waiting = false;
    if (on > 0 ? wanted > shown : on < 0 && wanted < shown) move(wanted);
    else range.value = wanted = sent = shown; // events committed together are one point
  };

  const refreshed = () => {
    const told = $("lanes").dataset;
    const end = Number(told.max);
    range.max = end;
    range.value = wanted;
    if (atEnd && end > shown) {
      move(end);
    } else {
      atEnd = shown === end;
      place((shown - 0.5) / end);
    }
    keepPoint($("state").dataset.at);
  };

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!range) return;
    if ($("state") && event.detail.target.id === "state") stepped();
    if (event.detail.target.id === "lanes") refreshed();
  });

  const failed = (text, forGood) => {
    $("news").textContent = text;
    if (forGood) $("live")?.remove(); // nobody is there to answer
    waiting = false;
    if (range) range.value = wanted = sent = shown;
  };
  document.addEventListener("htmx:sendError", () => failed($("news").dataset.gone, true));
  document.addEventListener("htmx:responseError", (event) => {
    const { status, responseText } = event.detail.xhr;
    const told = new DOMParser().parseFromString(responseText, "text/html").body.textContent;
    failed(told.trim(), status === 401);
  });

  for (const graph of document.querySelectorAll(".graph")) {
    graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2; // the root stands over the middle
  }

  if (!range) return;

  document.body.addEventListener("news", () => {
    fetched(address("lanes", { at: $("state").dataset.at }), "#lanes");
  });

  range.setAttribute("aria-valuetext", $("state").dataset.text);
  range.addEventListener("input", () => move(Number(range.value)));
  range.addEventListener("keydown", (event) => {
    const by = { PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(wanted + by);
  });
  document.addEventListener("keydown", (event) => {
    const by = { "[": -1, "]": 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=range]), textarea, select")) return;
    event.preventDefault();
    move(wanted + by);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-by]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") move(wanted + Number(link.dataset.by));
  });
  document.addEventListener("click", (event) => {
    const drawing = event.target.closest("#lanes .drawing");
    if (!drawing) return;
    const box = drawing.getBoundingClientRect();
    move(Math.ceil(((event.clientX - box.left) / box.width) * Number(range.max)));
  });
})();
