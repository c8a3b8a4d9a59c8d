#!/usr/bin/env bash
# The programs that tests run and npm cannot bring: finds them, and installs the Debian packages of those that are missing,
# all in one call of apt. Services are not started.
set -euo pipefail
cd "$(dirname "$0")"

# A line: the names of the program, with | between them, and the Debian package that brings it.
PROGRAMS='
chromium-headless-shell|chromium|chromium-browser|google-chrome   chromium-headless-shell
firefox                                   firefox-esr
WebKitWebDriver                           webkit2gtk-driver
Xvfb                                      xvfb
redis-server                              redis-server
nginx                                     nginx
systemd-analyze                           systemd
postgres                                  postgresql
mariadbd                                  mariadb-server
dnsmasq                                   dnsmasq-base
dig                                       bind9-dnsutils
curl                                      curl
ip                                        iproute2
strace                                    strace
faketime                                  faketime
'
# Servers stand where the path of an ordinary user does not lead; a * is allowed.
FOLDERS='/usr/local/sbin /usr/sbin /sbin /usr/lib/postgresql/*/bin'

main() {
  local names package found
  local missing=()
  check_browser
  while read -r names package; do
    if [ -z "$names" ]; then continue; fi
    if found=$(find_program "$names" "$package"); then
      echo "$package: $found"
    else
      missing+=("$package")
    fi
  done <<<"$PROGRAMS"
  if [ "${#missing[@]}" = 0 ]; then return; fi
  command -v apt-get >/dev/null || fail "These are missing, and there is no apt-get to install them: ${missing[*]}.
Install them yourself, under the names of your system. A browser elsewhere: CHROMIUM=/path/to/it."
  echo "Installing: ${missing[*]}…"
  as_root ./apt-install.sh "${missing[@]}"
}

check_browser() {
  if [ -n "${CHROMIUM:-}" ] && [ ! -x "$CHROMIUM" ]; then
    fail "CHROMIUM is $CHROMIUM, which is not a program: correct it or unset it."
  fi
}

find_program() {
  local names=$1 package=$2 name file
  if [ "$package" = chromium-headless-shell ] && [ -n "${CHROMIUM:-}" ]; then
    echo "$CHROMIUM"
    return
  fi
  for name in ${names//|/ }; do
    if command -v "$name"; then return; fi
    for file in $FOLDERS; do
      if [ -x "$file/$name" ]; then
        echo "$file/$name"
        return
      fi
    done
  done
  return 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "This needs root, and there is no sudo: run \"$(pwd)/$*\" as root, then again: npm run setup."
  fi
}

fail() {
  echo "$*" >&2
  exit 1
}

main
