#!/usr/bin/env bash
# A process-per-request server beside ours in the scenario "services": Apache with its prefork module and PHP in it.
# A private one on 127.0.0.1: configuration, log and data lie in a folder of its own, nothing of the system is touched.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

NAME='Apache with PHP'
FOLDER=${APACHE_FOLDER:-${TMPDIR:-/tmp}/mass-mobile-apache}
PROGRAM=/usr/sbin/apache2
MODULES=/usr/lib/apache2/modules
# Apache's own usual number. The rest of 1,000 users waits in the backlog.
WORKERS=${WORKERS:-256}
source ./private-server.sh

usage() {
  cat <<USAGE
Usage: apache.sh install [mysql] | start [port] | stop | status

  install   Apache and PHP from the system's packages; "mysql": PHP's driver for it too. Needs root.
  start     on 127.0.0.1, port 8081 unless given, on core \$CORE [0], with \$WORKERS [256] processes at most
  stop      ends exactly that one

Then: npm run loadtest -- services --set 'others=[{"name":"Apache with PHP","url":"http://127.0.0.1:8081"}]'
USAGE
}

main() {
  case ${1:-} in
    install) install_packages apache2 libapache2-mod-php php-cli php-sqlite3 ${2:+php-mysql} ;;
    start) start "${2:-8081}" ;;
    stop) stop ;;
    status) status ;;
    help | --help | -h) usage ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
}

start() {
  local port=$1 php
  [ -x "$PROGRAM" ] || fail "Apache is not installed. Run: $0 install"
  php=$(find "$MODULES" -name 'libphp*.so' 2>/dev/null | sort | tail -1)
  [ -n "$php" ] || fail "PHP's module for Apache is not installed. Run: $0 install"
  [[ $(php -m) == *sqlite3* ]] || fail "PHP has no SQLite here. Run: $0 install"
  if status >/dev/null; then fail "It runs already. Stop it first: $0 stop"; fi
  check_port "$port"
  make_folder
  # A copy, because www-data may not look into a home folder.
  mkdir "$FOLDER/php"
  cp php/{answer,page,record,fibonacci}.php "$FOLDER/php/"
  php php/records.php "$FOLDER/records.db"
  write_configuration "$port" "$php" >"$FOLDER/apache.conf"
  chmod -R a+rX "$FOLDER"
  pinned "$PROGRAM" -f "$FOLDER/apache.conf" -k start || fail "It did not start: $(tail -3 "$FOLDER/error.log" 2>/dev/null)"
  wait_until_it_answers "$port"
  echo "$NAME answers at http://127.0.0.1:$port, process $(cat "$FOLDER/pid")."
}

wait_until_it_answers() {
  for _ in $(seq 100); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && status >/dev/null; then return; fi
    sleep 0.1
  done
  fail "It did not start: $(tail -3 "$FOLDER/error.log" 2>/dev/null)"
}

# Debian builds these modules into the program: log_config, unixd, so.
write_configuration() {
  cat <<CONFIGURATION
ServerRoot $FOLDER
ServerName 127.0.0.1
Listen 127.0.0.1:$1
PidFile $FOLDER/pid
ErrorLog $FOLDER/error.log
DefaultRuntimeDir $FOLDER
LoadModule mpm_prefork_module $MODULES/mod_mpm_prefork.so
LoadModule authz_core_module $MODULES/mod_authz_core.so
LoadModule env_module $MODULES/mod_env.so
LoadModule rewrite_module $MODULES/mod_rewrite.so
LoadModule php_module $2
$([ "$(id -u)" = 0 ] && printf 'User www-data\nGroup www-data')
# An ordinary prefork server: Apache's own defaults, its backlog of 511 (as Node's) among them.
StartServers 5
MinSpareServers 5
MaxSpareServers 10
ServerLimit $WORKERS
MaxRequestWorkers $WORKERS
MaxConnectionsPerChild 0
KeepAlive On
SetEnv RECORDS_DB $FOLDER/records.db
DocumentRoot $FOLDER/php
<Directory $FOLDER/php>
  Require all granted
</Directory>
<FilesMatch "\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>
RewriteEngine On
RewriteRule ^/loadtest/page$ /page.php [L]
RewriteRule ^/loadtest/record/([^/]+)$ /record.php?id=\$1 [B,L]
RewriteRule ^/loadtest/fibonacci/([^/]+)$ /fibonacci.php?n=\$1 [B,L]
RewriteRule ^ - [R=404,L]
CONFIGURATION
}

main "$@"
