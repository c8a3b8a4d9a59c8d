#!/usr/bin/env bash
# Makes a bare machine ready to run and test: packages from the lockfile, and a Chromium for the page tests.
# Quick when all of it is there already.
set -euo pipefail
cd "$(dirname "$0")/.."

main() {
  check_node
  install_packages
  install_chromium
  echo 'Ready: "npm start" to play, "npm run check" to test.'
}

check_node() {
  local version
  version=$(node --version 2>/dev/null) || fail 'Node.js is missing: install version 20.19 or newer.'
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $version is too old: install version 20.19 or newer."
}

# The copy of the lockfile is written last, so that an install that broke off is done again.
install_packages() {
  if cmp --silent package-lock.json node_modules/.setup-lock.json; then
    echo 'Packages: present.'
    return
  fi
  echo 'Packages: installing…'
  npm ci
  cp package-lock.json node_modules/.setup-lock.json
}

install_chromium() {
  local found
  if [ -n "${CHROMIUM:-}" ]; then
    [ -x "$CHROMIUM" ] || fail "CHROMIUM is $CHROMIUM, which is not a program: correct it or unset it."
    echo "Chromium: $CHROMIUM"
    return
  fi
  if found=$(find_chromium); then
    echo "Chromium: $found"
    return
  fi
  command -v apt-get >/dev/null || fail 'No Chromium was found, and there is no apt-get to install it:
install Chromium or Chrome yourself and set CHROMIUM=/path/to/it.'
  echo 'Chromium: installing…'
  as_root apt-get update -qq
  as_root apt-get install -y --no-install-recommends chromium
}

find_chromium() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    fail "This needs root, and there is no sudo: run \"$*\" as root, then again: npm run setup."
  fi
}

fail() {
  echo "$*" >&2
  exit 1
}

main
