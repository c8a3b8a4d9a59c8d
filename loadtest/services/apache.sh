#!/usr/bin/env bash
# A process-per-request server for the scenario "services": Apache with its prefork module, and PHP in it.
# A private one: its configuration, its log and its data lie in a folder of its own, /etc is not touched.
set -euo pipefail
cd "$(dirname "$0")"

FOLDER=${APACHE_FOLDER:-${TMPDIR:-/tmp}/mass-mobile-apache}
PORT=${2:-8081}
# As many processes as Apache's own default; 1,000 users wait in the backlog for one of them.
WORKERS=256
# The core of the server under test, so that both have the same.
CORE=${CORE:-0}

usage() {
  echo "Usage: apache.sh install | start [port] | stop | status      [port: $PORT]"
  echo "Then: npm run loadtest -- services --set 'others=[{\"name\":\"Apache with PHP\",\"url\":\"http://127.0.0.1:$PORT\"}]'"
}

main() {
  case ${1:-} in
    install) install ;;
    start) start ;;
    stop) stop ;;
    status) status ;;
    *) usage; exit 2 ;;
  esac
}

install() {
  command -v apt-get >/dev/null || fail 'There is no apt-get here: install Apache 2.4 and its PHP module yourself.'
  [ "$(id -u)" = 0 ] || fail "This needs root. Run: sudo $0 install"
  export DEBIAN_FRONTEND=noninteractive
  # The packages would start a server of their own, on port 80.
  local policy=/usr/sbin/policy-rc.d
  [ -e $policy ] || { printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy && trap "rm -f $policy" EXIT; }
  apt-get update -qq
  apt-get install -y --no-install-recommends apache2 libapache2-mod-php php-cli php-sqlite3
}

start() {
  local php
  [ -x /usr/sbin/apache2 ] || fail "Apache is not installed. Run: $0 install"
  php=$(find /usr/lib/apache2/modules -name 'libphp*.so' | head -1)
  [ -n "$php" ] || fail "PHP's module for Apache is not installed. Run: $0 install"
  is_running && fail "It runs already, as process $(cat "$FOLDER/pid"). Stop it first: $0 stop"
  rm -rf "$FOLDER" && mkdir -p "$FOLDER"
  php php/records.php "$FOLDER/records.db"
  configuration "$php" >"$FOLDER/apache.conf"
  chmod -R a+rX "$FOLDER"
  local pin=()
  if [ "$(nproc)" -gt 1 ] && command -v taskset >/dev/null; then pin=(taskset -c "$CORE"); fi
  "${pin[@]}" /usr/sbin/apache2 -f "$FOLDER/apache.conf" -k start
  for _ in $(seq 50); do
    curl --silent --fail "http://127.0.0.1:$PORT/healthz" >/dev/null && break
    sleep 0.1
  done
  is_running || fail "It did not start: $(tail -3 "$FOLDER/error.log" 2>/dev/null)"
  echo "Apache answers at http://127.0.0.1:$PORT, process $(cat "$FOLDER/pid")."
}

configuration() {
  local modules=/usr/lib/apache2/modules
  cat <<CONFIGURATION
ServerRoot $FOLDER
ServerName 127.0.0.1
Listen 127.0.0.1:$PORT
PidFile $FOLDER/pid
ErrorLog $FOLDER/error.log
DefaultRuntimeDir $FOLDER
LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule dir_module $modules/mod_dir.so
LoadModule mime_module $modules/mod_mime.so
LoadModule env_module $modules/mod_env.so
LoadModule php_module $1
$([ "$(id -u)" = 0 ] && printf 'User www-data\nGroup www-data\n')
StartServers 20
MinSpareServers 20
MaxSpareServers 60
ServerLimit $WORKERS
MaxRequestWorkers $WORKERS
ListenBackLog 2048
KeepAlive On
SetEnv RECORDS_DB $FOLDER/records.db
TypesConfig /etc/mime.types
DocumentRoot $PWD/php
<Directory $PWD/php>
  Require all granted
  FallbackResource /index.php
</Directory>
<FilesMatch "\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
CONFIGURATION
}

stop() {
  is_running || { echo 'It does not run.'; return; }
  local pid
  pid=$(cat "$FOLDER/pid")
  kill "$pid"
  for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  rm -rf "$FOLDER"
  echo 'Stopped.'
}

status() {
  if is_running; then echo "It runs, as process $(cat "$FOLDER/pid")."; else echo 'It does not run.'; fi
}

is_running() {
  [ -f "$FOLDER/pid" ] && kill -0 "$(cat "$FOLDER/pid")" 2>/dev/null
}

fail() {
  echo "$*" >&2
  exit 1
}

main "$@"
