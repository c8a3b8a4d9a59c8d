#!/usr/bin/env bash
# A database server behind the record service of the scenario "services": MariaDB, for DATABASE_URL.
# A private one on 127.0.0.1: its data, socket and log lie in a folder of its own, nothing of the system is touched.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

NAME='MariaDB'
FOLDER=${MARIADB_FOLDER:-${TMPDIR:-/tmp}/mass-mobile-mariadb}
PROGRAM=/usr/sbin/mariadbd
source ./private-server.sh

usage() {
  cat <<USAGE
Usage: mariadb.sh install | start [port] | stop | status

  install   MariaDB from the system's packages. Needs root.
  start     an empty one on 127.0.0.1, port 3307 unless given; says its DATABASE_URL
  stop      ends exactly that one, and removes its data

Then: DATABASE_URL=… npm run loadtest -- services
USAGE
}

main() {
  case ${1:-} in
    install) install_packages mariadb-server ;;
    start) start "${2:-3307}" ;;
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
  local port=$1 user password
  [ -x "$PROGRAM" ] || fail "MariaDB is not installed. Run: $0 install"
  if status >/dev/null; then fail "It runs already. Stop it first: $0 stop"; fi
  check_port "$port"
  make_folder
  # It refuses to run as root.
  user=$(id -un)
  [ "$user" = root ] && user=mysql
  mkdir "$FOLDER/data"
  [ "$(id -u)" = 0 ] && chown -R "$user" "$FOLDER"
  # Who started it is its root, by the socket alone.
  mariadb-install-db --no-defaults --user="$user" --datadir="$FOLDER/data" --skip-test-db \
    --auth-root-authentication-method=socket --auth-root-socket-user="$(id -un)" >"$FOLDER/error.log" 2>&1 ||
    fail "Its data folder could not be made: $(tail -3 "$FOLDER/error.log")"
  # On another core than the server, where there is one: it is what the server waits for, not a part of it.
  CORE=${CORE:-1} pinned nohup "$PROGRAM" --no-defaults --user="$user" --datadir="$FOLDER/data" \
    --socket="$FOLDER/socket" --port="$port" --bind-address=127.0.0.1 --pid-file="$FOLDER/pid" \
    </dev/null >>"$FOLDER/error.log" 2>&1 &
  wait_for_socket
  password=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
  mariadb --no-defaults --socket="$FOLDER/socket" --user="$(id -un)" <<SQL
CREATE DATABASE lab;
CREATE USER lab@'127.0.0.1' IDENTIFIED BY '$password';
CREATE USER lab@localhost IDENTIFIED BY '$password';
GRANT ALL ON lab.* TO lab@'127.0.0.1', lab@localhost;
SQL
  echo "$NAME answers, process $(cat "$FOLDER/pid")."
  echo "DATABASE_URL=mysql://lab:$password@127.0.0.1:$port/lab"
}

wait_for_socket() {
  for _ in $(seq 200); do
    if [ -S "$FOLDER/socket" ] && status >/dev/null; then return; fi
    sleep 0.1
  done
  fail "It did not start: $(tail -3 "$FOLDER/error.log")"
}

main "$@"
