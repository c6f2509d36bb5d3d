// Steps through the states that the report holds; the rest of the page needs no script.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const told = JSON.parse($("data").textContent);
  const { steps, rows, places } = told;
  const MOST = 200; // entries listed at once
  const BRIEF = 400; // characters of a value shown at first
  const range = $("point");
  const sign = { added: "+", changed: "~", removed: "−" };

  const say = (text, values = {}) => told.say[text].replace(/{(\w+)}/g, (_, name) => values[name]);

  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  const button = (text, act) => {
    const made = make("button", { type: "button", class: "more" }, text);
    made.addEventListener("click", act);
    return made;
  };

  const value = (text, missing) => {
    const points = [...text];
    const body = make("bdi", {}, points.length > BRIEF ? points.slice(0, BRIEF).join("") + "…" : text);
    const made = make("span", { class: "value" }, body);
    const left = missing ? say("{n} more characters are left out", { n: missing }) : "";
    const end = () => left && made.append(" ", make("em", { class: "about" }, left));
    if (points.length > BRIEF) {
      const more = button(say("show all {n} characters", { n: points.length }), () => {
        body.textContent = text;
        more.remove();
        end();
      });
      made.append(" ", more);
    } else {
      end();
    }
    return made;
  };

  const address = (place) => {
    const [text, , , name] = places[place];
    const shown = make("bdi", {}, text);
    return $(name) ? make("a", { class: "address", href: `#${name}` }, shown) : make("span", { class: "address" }, shown);
  };

  const source = (kind, text) => make("span", { class: `source ${kind}` }, make("bdi", {}, text));

  // what shows at a step: place to row
  const at = (index) => {
    const state = new Map(told.base.map((row) => [rows[row][0], row]));
    for (const [, , , , shows, gone] of steps.slice(0, index + 1)) {
      for (const place of gone) state.delete(place);
      for (const row of shows) state.set(rows[row][0], row);
    }
    return state;
  };

  const entry = (row) => {
    const [place, text, missing, from, kind, version, position, confidence, until, supported] = rows[row];
    const about = [say("version {version} at {position}", { version, position })];
    if (confidence !== null) about.push(say("confidence {confidence}", { confidence }));
    if (until) about.push(say("until {time} UTC", { time: until }));
    const last = make("div", { class: "about" }, about.join(", "));
    if (!supported) last.append(", ", make("strong", {}, say("what it rests on no longer holds")));
    const head = make("div", { class: "head" }, address(place), " ", source(kind, from));
    return make("li", { class: "entry" }, head, make("div", {}, value(text, missing)), last);
  };

  const ordered = (state) => {
    const kind = (row) => told.kinds.indexOf(places[rows[row][0]][1]);
    const part = (row) => places[rows[row][0]][2];
    return [...state.values()].sort((a, b) => kind(a) - kind(b) || part(a) - part(b) || rows[a][6] - rows[b][6]);
  };

  const list = (state, most) => {
    const all = ordered(state);
    const found = [];
    let kind = null;
    let group = null;
    for (const row of all.slice(0, most)) {
      const of = places[rows[row][0]][1];
      if (of !== kind) {
        kind = of;
        group = make("ul", { class: "plain entries", "aria-label": say(of) });
        found.push(make("h3", {}, say(of)), group);
      }
      group.append(entry(row));
    }
    if (!all.length) found.push(make("p", {}, say("nothing")));
    if (all.length > most) {
      const more = say("show all {n} entries", { n: all.length });
      found.push(make("p", {}, button(more, () => $("shown").replaceChildren(...list(state, all.length)))));
    }
    return found;
  };

  const event = ([tag, where, from, reason, text, missing, erased]) => {
    const made = make("li", {}, make("b", {}, tag));
    if (where) made.append(" ", make("span", { class: "address" }, make("bdi", {}, where)));
    if (from) made.append(" ", source(from.split(":")[0], from));
    if (reason) made.append(" ", make("span", { class: "about" }, make("bdi", {}, reason)));
    if (erased) made.append(" ", make("em", {}, say("(erased)")));
    if (text) made.append(" ", value(text, missing));
    return made;
  };

  const changes = (before, after) => {
    const found = [];
    for (const place of new Set([...before.keys(), ...after.keys()])) {
      const [was, now] = [before.get(place), after.get(place)];
      if (was === now) continue;
      const change = was === undefined ? "added" : now === undefined ? "removed" : "changed";
      const item = make("li", { class: change }, make("span", { class: "sign", "aria-hidden": "true" }, sign[change]));
      item.append(" ", make("b", {}, say(change)), " ", address(place));
      if (was !== undefined) item.append(make("del", {}, value(rows[was][1], rows[was][2])));
      if (now !== undefined) item.append(make("ins", {}, value(rows[now][1], rows[now][2])));
      found.push(item);
    }
    return found;
  };

  const did = (index, state) => {
    const [, , events, more] = steps[index];
    const box = make("div", { class: "did" });
    const happened = make("ul", { class: "plain" }, ...events.map(event));
    if (more) happened.append(make("li", {}, say("and {n} more events committed with them", { n: more })));
    box.append(happened);
    const differ = changes(at(index - 1), state);
    if (differ.length) {
      const shown = make("ul", { class: "plain changes" }, ...differ.slice(0, 40));
      if (differ.length > 40) shown.append(make("li", {}, say("and {n} more entries", { n: differ.length - 40 })));
      box.append(shown);
    } else {
      box.append(make("p", { class: "about" }, say("no entry shows anything else after it")));
    }
    return box;
  };

  const place = (share) => {
    const cursor = $("cursor");
    if (!cursor) return;
    for (const side of ["x1", "x2"]) cursor.setAttribute(side, `${(share * 100).toFixed(3)}%`);
  };

  const show = (n) => {
    const index = Math.min(Math.max(n, 1), steps.length) - 1;
    const [position, time] = steps[index];
    const state = at(index);
    range.value = index + 1;
    const said = { n: index + 1, count: steps.length, at: position, time };
    range.setAttribute("aria-valuetext", say("event {n} of {count}, position {at}, {time} UTC", said));
    const when = make("time", { datetime: `${time.replace(" ", "T")}Z` }, time);
    $("state").dataset.at = position;
    $("state-title").replaceChildren(say("At position {at}", { at: position }), ", ", when, " UTC");
    $("did").replaceChildren(did(index, state));
    $("shown").replaceChildren(...list(state, MOST));
    place((index + 0.5) / steps.length);
    $("previous").setAttribute("aria-disabled", String(index === 0));
    $("next").setAttribute("aria-disabled", String(index === steps.length - 1));
  };

  const move = (by) => show(Number(range.value) + by);

  range.addEventListener("input", () => show(Number(range.value)));
  range.addEventListener("keydown", (pressed) => {
    const by = { PageUp: 10, PageDown: -10 }[pressed.key];
    if (by === undefined) return;
    pressed.preventDefault();
    move(by);
  });
  $("previous").addEventListener("click", () => move(-1));
  $("next").addEventListener("click", () => move(1));
  document.addEventListener("keydown", (pressed) => {
    const by = { "[": -1, "]": 1 }[pressed.key];
    if (by === undefined || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    pressed.preventDefault();
    move(by);
  });
  $("drawing")?.addEventListener("click", (clicked) => {
    const box = $("drawing").getBoundingClientRect();
    show(Math.ceil(((clicked.clientX - box.left) / box.width) * steps.length));
  });

  let closed = []; // opened for paper
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });

  $("still").remove();
  $("steps").hidden = false;
  show(steps.length);
})();
