#!/usr/bin/env bash
# Makes a bare machine ready to run and test: packages from the lockfile, and the programs that tests run (Chromium,
# Firefox, WebKit, Redis, nginx, PostgreSQL, MariaDB, dnsmasq: scripts/setup/programs.sh).
# Quick when all of it is there already.
set -euo pipefail
cd "$(dirname "$0")/.."

main() {
  check_node
  install_packages
  scripts/setup/programs.sh
  echo 'Ready: "npm start" to play, "npm test" to test.'
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

fail() {
  echo "$*" >&2
  exit 1
}

main
