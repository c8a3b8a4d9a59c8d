#!/usr/bin/env bash
# What apache.sh and mariadb.sh share: a server of our own in a folder of our own, never the system's.
# Sourced; the script that does so sets NAME, FOLDER and PROGRAM.

fail() {
  echo "$*" >&2
  exit 1
}

check_port() {
  [[ $1 =~ ^[0-9]+$ ]] && [ "$1" -ge 1 ] && [ "$1" -le 65535 ] || fail "\"$1\" is no port: give a number from 1 to 65535."
  if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then
    fail "Port $1 of 127.0.0.1 is in use. Give another one: $0 start $(($1 + 1))"
  fi
}

# Its packages would start a server of the system, on the usual port: that is refused meanwhile.
install_packages() {
  command -v apt-get >/dev/null || fail "There is no apt-get here: install $NAME yourself ($*)."
  [ "$(id -u)" = 0 ] || fail "This needs root. Run: sudo $0 install"
  local policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap "rm -f $policy" EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || fail 'apt-get could not read the lists of packages: see above.'
  apt-get install -y --no-install-recommends "$@" || fail "apt-get could not install $NAME: see above."
}

# A folder is only emptied when it was made here.
make_folder() {
  if [ -e "$FOLDER" ]; then
    [ -e "$FOLDER/made-by-the-load-lab" ] || fail "$FOLDER is not of the load lab: it is left alone. Move it away."
    rm -rf "$FOLDER"
  fi
  mkdir -p "$FOLDER"
  touch "$FOLDER/made-by-the-load-lab"
  chmod 755 "$FOLDER"
}

# A number in an old file may belong to another process by now: only ours has the folder in its command line.
pid_of_ours() {
  local pid
  pid=$(cat "$FOLDER/pid" 2>/dev/null) && [ -n "$pid" ] || return 1
  [[ $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") == *"$FOLDER"* ]] 2>/dev/null || return 1
  echo "$pid"
}

# The words before a command that keep it on a core, where there are two: the same one as our server has.
pinned() {
  if [ "$(nproc --all)" -gt 1 ] && command -v taskset >/dev/null; then
    taskset -c "${CORE:-0}" "$@"
  else
    "$@"
  fi
}

status() {
  local pid
  if pid=$(pid_of_ours); then echo "$NAME runs as process $pid, in $FOLDER."; else
    echo "$NAME does not run."
    return 1
  fi
}

stop() {
  local pid
  pid=$(pid_of_ours) || { echo "$NAME does not run."; return; }
  kill "$pid"
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -0 "$pid" 2>/dev/null && fail "$NAME, process $pid, does not end. Its log: $FOLDER/error.log"
  rm -rf "$FOLDER"
  echo "$NAME is stopped."
}
