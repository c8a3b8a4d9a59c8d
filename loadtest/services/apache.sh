#!/usr/bin/env bash
# Starts Apache with PHP, a process for each request, beside our server, for the scenario "services": a private one on
# 127.0.0.1. All that it has lies in a folder of its own; nothing of the system is touched.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

FOLDER=${TMPDIR:-/tmp}/mass-mobile-apache
PROGRAM=/usr/sbin/apache2
MODULES=/usr/lib/apache2/modules

usage() {
  cat <<USAGE
Usage: apache.sh start [port] | stop | status

  start   on 127.0.0.1, port 8081 unless given, on core \$CORE [0, as ours], with \$WORKERS [256] processes at most
  stop    ends exactly that one, and removes its folder

Then: npm run loadtest -- services --set 'others=[{"name":"Apache with PHP","url":"http://127.0.0.1:8081"}]'
USAGE
}

fail() {
  echo "$*" >&2
  exit 1
}

start() {
  local port=$1 php
  php=$(find "$MODULES" -name 'libphp*.so' 2>/dev/null | sort | tail -1)
  [ -x "$PROGRAM" ] && [ -n "$php" ] && php -r 'exit(class_exists("SQLite3") ? 0 : 1);' 2>/dev/null ||
    fail 'Apache with PHP and its SQLite is not installed: apt-get install apache2 libapache2-mod-php php-cli php-sqlite3'
  if status >/dev/null; then fail "It runs already. Stop it first: $0 stop"; fi
  [[ $port =~ ^[1-9][0-9]{0,4}$ ]] || fail "\"$port\" is no port: give a number from 1 to 65535."
  if answers "$port"; then fail "Port $port of 127.0.0.1 is in use. Give another one: $0 start $((port + 1))"; fi
  # A folder is only emptied when it was made here.
  if [ -e "$FOLDER" ] && [ ! -e "$FOLDER/made-by-the-load-lab" ]; then
    fail "$FOLDER is not of the load lab: it is left alone. Move it away."
  fi
  rm -rf "$FOLDER"
  mkdir -p "$FOLDER"
  touch "$FOLDER/made-by-the-load-lab"
  # A copy, because www-data may not look into a home folder.
  cp services.php "$FOLDER"
  php services.php "$FOLDER/records.db"
  configuration "$port" "$php" >"$FOLDER/apache.conf"
  chmod -R a+rX "$FOLDER"
  pinned "$PROGRAM" -f "$FOLDER/apache.conf" -k start || fail "It did not start: $(tail -3 "$FOLDER/error.log" 2>/dev/null)"
  for _ in $(seq 200); do
    if answers "$port" && status >/dev/null; then
      status
      echo "It answers at 127.0.0.1:$port."
      return
    fi
    sleep 0.1
  done
  fail "It did not start: $(tail -3 "$FOLDER/error.log" 2>/dev/null)"
}

# Says whether something answers at this port.
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Keeps a command on a core, where there are two.
pinned() {
  if [ "$(nproc --all)" -gt 1 ] && command -v taskset >/dev/null; then taskset -c "${CORE:-0}" "$@"; else "$@"; fi
}

# An ordinary prefork server: Apache's own defaults, its backlog of 511 (as Node's) among them. Requests beyond its usual
# number of processes wait in the backlog.
configuration() {
  local module
  # Debian builds log_config, unixd and so into the program.
  for module in mpm_prefork authz_core env alias; do
    echo "LoadModule ${module}_module $MODULES/mod_$module.so"
  done
  [ "$(id -u)" != 0 ] || printf 'User www-data\nGroup www-data\n'
  cat <<CONFIGURATION
LoadModule php_module $2
ServerRoot $FOLDER
ServerName 127.0.0.1
Listen 127.0.0.1:$1
PidFile $FOLDER/pid
ErrorLog $FOLDER/error.log
DefaultRuntimeDir $FOLDER
ServerLimit ${WORKERS:-256}
MaxRequestWorkers ${WORKERS:-256}
SetEnv RECORDS_DB $FOLDER/records.db
AliasMatch ^/loadtest/ $FOLDER/services.php
<Directory $FOLDER>
  Require all granted
  SetHandler application/x-httpd-php
</Directory>
CONFIGURATION
}

# A number in an old file may belong to another process by now: only ours has the folder in its command line.
pid_of_ours() {
  local pid
  pid=$(cat "$FOLDER/pid" 2>/dev/null) && [[ $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") == *"$FOLDER"* ]] && echo "$pid"
} 2>/dev/null

status() {
  local pid
  pid=$(pid_of_ours) || { echo 'Apache does not run.' && return 1; }
  echo "Apache runs as process $pid, in $FOLDER."
}

stop() {
  local pid
  pid=$(pid_of_ours) || { echo 'Apache does not run.' && return; }
  kill "$pid"
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -0 "$pid" 2>/dev/null && fail "Apache, process $pid, does not end. Its log: $FOLDER/error.log"
  rm -rf "$FOLDER"
  echo 'Apache is stopped.'
}

case "${1:-}" in
  start) start "${2:-8081}" ;;
  stop | status) "$1" ;;
  help | --help | -h) usage ;;
  *) usage >&2 && exit 2 ;;
esac
