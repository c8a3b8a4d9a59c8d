#!/usr/bin/env bash
# Installs Debian packages without starting their services: a policy that forbids it stands there for as long as apt runs,
# and the machine's own is put back, also after a failure. Where systemd runs, services start at the next boot unless they are
# disabled. Needs root.
#
# usage: apt-install.sh <package>…
set -euo pipefail

# Debian asks this file before it starts a service: invoke-rc.d(8).
POLICY=${POLICY_RC_D:-/usr/sbin/policy-rc.d}
KEPT=$POLICY.before-setup
MARK='# Forbids services to start while packages are installed (Mass Mobile, scripts/setup/apt-install.sh).'

main() {
  trap put_back EXIT
  forbid_services
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y --no-install-recommends "$@"
}

# What a run that was killed has left is not taken for the machine's own.
forbid_services() {
  if [ -e "$POLICY" ] && ! grep -qF "$MARK" "$POLICY"; then mv "$POLICY" "$KEPT"; fi
  printf '#!/bin/sh\n%s\nexit 101\n' "$MARK" >"$POLICY"
  chmod +x "$POLICY"
}

put_back() {
  rm -f "$POLICY"
  if [ -e "$KEPT" ]; then mv "$KEPT" "$POLICY"; fi
}

main "$@"
