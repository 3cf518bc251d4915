#!/bin/sh
# next-version.sh SLUG [major|minor|patch] [--pre LABEL] [--line LINE] [--branch BRANCH]
#                 [--once-per-commit | --preview]
# next-version.sh withdraw SLUG VERSION
#
# Takes the next version of a package from the versioning service and prints only the version on standard output:
#   VERSION=$(next-version.sh my-app minor)
# Requires a POSIX shell and curl 7.61 or later. next-version, for Node.js, derives the same Idempotency-Key.
#
# A rerun job gets the same version for 24 hours.
#
#   --pre LABEL   a pre-release of the next version, such as 1.5.0-rc.1
#   --line LINE   the next version of a release line, such as 1.4 after 2.0.0
#   --branch BRANCH  chooses by the branch's name: release/1.4 gets the next patch of the line 1.4, main and master the
#                 part, any other branch a pre-release of the part, labelled rc unless --pre names another label
#   --once-per-commit  the version that the commit already has, however much later it is rebuilt, or a new one
#   --preview     prints the next version without taking it
#
# withdraw withdraws a version, such as that of a cancelled job, and prints nothing.
#
# Environment:
#   VERSIONING_URL       address of the service, with its prefix (required)
#   VERSIONING_KEY       an API key with the scope write
#   VERSIONING_ID_TOKEN  the pipeline's OpenID Connect token, if VERSIONING_KEY is not set; on GitHub Actions and
#                        Buildkite the token is requested
#   VERSIONING_AUDIENCE  audience of the requested token (default: VERSIONING_URL)
#   VERSIONING_TIMEOUT   seconds to retry a call after no response, 429 or 503 (default: 120)
#   VERSIONING_JOB       distinguishes jobs to which the platform gives the same name, such as those of a matrix
#   VERSIONING_COMMIT    the commit that is built, if the platform names none or a different one
#   IDEMPOTENCY_KEY      replaces the key derived from the pipeline's run, job, commit, SLUG and part
#
# Exit codes: 2 wrong usage, 3 key refused, 4 request refused, 5 no response in time.
set -eu
# The script parses curl's messages and counts bytes.
export LC_ALL=C

fail() {
  code=$1
  shift
  printf 'next-version: %s\n' "$*" >&2
  exit "$code"
}

slug='' part='' pre='' line='' branch='' once='' preview='' withdrawn='' rest=''
if [ "${1:-}" = withdraw ] && [ $# -eq 3 ]; then
  # Otherwise this would take a version.
  [ -n "$3" ] || fail 2 'VERSION is empty.'
  withdrawn=$3
  set -- "$2"
fi
while [ $# -gt 0 ]; do
  case $1 in
    --pre | --line | --branch)
      { [ $# -gt 1 ] && [ -n "${2#refs/heads/}" ]; } || fail 2 "$1 takes a value."
      case $1 in --pre) pre=$2 ;; --line) line=$2 ;; *) branch=${2#refs/heads/} ;; esac
      shift
      ;;
    --once-per-commit) once=commit ;;
    --preview) preview=yes ;;
    -*) fail 2 "Unknown option $1." ;;
    '') fail 2 'SLUG or the part is empty.' ;;
    *) if [ -z "$slug" ]; then slug=$1; elif [ -z "$part" ]; then part=$1; else rest=$1; fi ;;
  esac
  shift
done
part=${part:-patch}
case $branch in
  '' | main | master) ;;
  release/[0-9]* | release/v[0-9]*) part=patch line=${branch#release/} line=${line#v} ;;
  *) pre=${pre:-rc} ;;
esac
{ [ -n "$slug" ] && [ -z "$rest" ]; } ||
  fail 2 'Usage: next-version.sh SLUG [major|minor|patch] [--pre LABEL] [--line LINE] [--once-per-commit | --preview].'
case $part in major | minor | patch) ;; *) fail 2 "The part must be major, minor or patch, not $part." ;; esac
# The service rejects all other slugs.
case ${slug#@} in
  [!A-Za-z0-9]* | *[!A-Za-z0-9._/-]*)
    fail 4 'A slug begins with a letter or digit, optionally after "@", and contains letters, digits, ".", "_", "-" and "/".'
    ;;
esac
case $pre in
  '' | *[!0-9]*) ;;
  *) fail 2 '--pre takes a label that is not only digits.' ;;
esac
case $pre in
  *[!0-9A-Za-z-]* | ?????????????????????*) fail 2 '--pre takes 1 to 20 letters, digits and hyphens.' ;;
esac
case $line in
  '' | *[!0-9.]* | *.*.* | .* | *.) [ -z "$line" ] || fail 2 '--line takes a line such as 1 or 1.4.' ;;
esac

timeout=${VERSIONING_TIMEOUT:-120}
case $timeout in
  0* | *[!0-9]* | ??????*) fail 2 'VERSIONING_TIMEOUT takes a number of seconds from 1 to 99999.' ;;
esac

# Removes surrounding whitespace: secrets are often stored with line ends, including those of Windows.
trimmed() {
  printf %s "$1" | tr '\t\r\n' '   ' | sed 's/^ *//; s/ *$//'
}

url=$(trimmed "${VERSIONING_URL:-}" | sed 's|/*$||')
case $url in
  '') fail 2 'Set VERSIONING_URL in the environment.' ;;
  http://?* | https://?*) ;;
  *) fail 2 'VERSIONING_URL must be an http or https URL.' ;;
esac

# Percent-encodes the bytes of $1 that do not match $2.
encode() {
  printf %s "$1" | od -An -v -tu1 | awk -v plain="$2" '{
    for (i = 1; i <= NF; i++) {
      character = sprintf("%c", $i)
      if ($i < 128 && character ~ plain) printf "%s", character
      else printf "%%%02X", $i
    }
  }'
}

encode_component() {
  encode "$1" "[A-Za-z0-9_.!~*'()-]"
}

digest() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# The variables that identify the run and its job, which do not change in another attempt; the build's page and
# commit. packages/versioning-client/src/build.ts has the same table.
platform='' required='' optional='' build_url='' commit=''
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  platform=github required='GITHUB_RUN_ID GITHUB_JOB' optional=GITHUB_REPOSITORY
  build_url=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/actions/runs/${GITHUB_RUN_ID:-}
  [ -n "${GITHUB_REPOSITORY:-}" ] || build_url=''
  commit=${GITHUB_SHA:-}
elif [ "${GITLAB_CI:-}" = true ]; then
  platform=gitlab required='CI_PIPELINE_ID CI_JOB_NAME' optional=CI_SERVER_HOST
  build_url=${CI_JOB_URL:-} commit=${CI_COMMIT_SHA:-}
elif [ "$(printf %s "${TF_BUILD:-}" | tr '[:upper:]' '[:lower:]')" = true ]; then
  platform=azure required='BUILD_BUILDID SYSTEM_JOBNAME'
  optional='SYSTEM_COLLECTIONURI SYSTEM_STAGENAME SYSTEM_PHASENAME'
  if [ -n "${SYSTEM_TEAMPROJECT:-}" ]; then
    build_url=${SYSTEM_COLLECTIONURI:-}$(encode_component "$SYSTEM_TEAMPROJECT")/_build/results?buildId=${BUILD_BUILDID:-}
  fi
  commit=${BUILD_SOURCEVERSION:-}
elif [ -n "${JENKINS_URL:-}${JENKINS_HOME:-}" ]; then
  platform=jenkins required='JOB_NAME BUILD_NUMBER' optional='JENKINS_URL STAGE_NAME'
  build_url=${BUILD_URL:-} commit=${GIT_COMMIT:-}
elif [ "${CIRCLECI:-}" = true ]; then
  platform=circleci required='CIRCLE_WORKFLOW_WORKSPACE_ID CIRCLE_JOB' optional=CIRCLE_NODE_INDEX
  build_url=${CIRCLE_BUILD_URL:-} commit=${CIRCLE_SHA1:-}
elif [ "${BUILDKITE:-}" = true ]; then
  platform=buildkite required='BUILDKITE_BUILD_ID BUILDKITE_STEP_ID' optional='BUILDKITE_PARALLEL_JOB BUILDKITE_LABEL'
  [ -z "${BUILDKITE_BUILD_URL:-}" ] || build_url=$BUILDKITE_BUILD_URL#${BUILDKITE_JOB_ID:-}
  commit=${BUILDKITE_COMMIT:-}
elif [ -n "${BITBUCKET_BUILD_NUMBER:-}" ]; then
  platform=bitbucket required='BITBUCKET_REPO_FULL_NAME BITBUCKET_BUILD_NUMBER' optional=BITBUCKET_PARALLEL_STEP
  build_url=https://bitbucket.org/${BITBUCKET_REPO_FULL_NAME:-}/pipelines/results/$BITBUCKET_BUILD_NUMBER
  commit=${BITBUCKET_COMMIT:-}
fi

for name in $required; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || platform=''
done
key=$platform
for name in $required $optional VERSIONING_JOB; do
  eval "value=\${$name:-}"
  key=$key/$(encode_component "$value")
done
# Prints $1 if it is 7 to 64 hexadecimal digits.
commit_of() {
  case $1 in *[!0-9A-Fa-f]*) return ;; esac
  if [ "${#1}" -ge 7 ] && [ "${#1}" -le 64 ]; then printf %s "$1"; fi
}
named=$(commit_of "${VERSIONING_COMMIT:-}")
commit=${named:-$(commit_of "$commit")}
# Distinguishes runs with the same number, of a job that was deleted and created again. Buildkite never reuses a build
# id, and its commit is HEAD until it is checked out.
key_commit=$(printf %s "$commit" | tr '[:upper:]' '[:lower:]')
[ "$platform" != buildkite ] || key_commit=''
key=$key/$(encode_component "$slug")/$part${key_commit:+/commit%3D$key_commit}${line:+/line%3D$line}${pre:+/pre%3D$pre}
[ "${#key}" -le 255 ] || key=$platform/$(printf %s "$key" | digest)
# With --once-per-commit the job's key would return a version that has been withdrawn since.
if [ -z "$platform" ] || [ -n "$once" ]; then key=once-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n'); fi
if [ -z "$platform" ]; then
  build_url=''
  commit=$named
fi
[ -z "$once" ] || [ -n "$commit" ] || fail 2 'Set VERSIONING_COMMIT to the commit being built.'
key=${IDEMPOTENCY_KEY:-$key}

# A page that the service would reject must not fail the build.
build_url=$(printf %s "$build_url" | sed 's|^\([A-Za-z]*://\)[^/?#]*@|\1|')
build_url=$(encode "$build_url" '[!-~]')
case $build_url in http://?* | https://?*) [ "${#build_url}" -le 500 ] || build_url='' ;; *) build_url='' ;; esac

# Passes credentials on standard input: arguments are visible to every user of the machine.
bearer() {
  printf 'header = "Authorization: Bearer %s"\n' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"
}

credential=$(trimmed "${VERSIONING_KEY:-}")
[ -n "$credential" ] || credential=$(trimmed "${VERSIONING_ID_TOKEN:-}")
audience=$(trimmed "${VERSIONING_AUDIENCE:-}")
audience=${audience:-$url}
if [ -z "$credential" ] && [ -n "${ACTIONS_ID_TOKEN_REQUEST_URL:-}" ]; then
  answer=$(bearer "${ACTIONS_ID_TOKEN_REQUEST_TOKEN:-}" |
    curl --config - --silent --show-error --fail --retry 3 --max-time 15 \
      "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=$(encode_component "$audience")") ||
    fail 5 'GitHub did not issue an OpenID Connect token.'
  credential=$(printf %s "$answer" | sed -n 's/.*"value" *: *"\([^"]*\)".*/\1/p')
elif [ -z "$credential" ] && [ "${BUILDKITE:-}" = true ] && command -v buildkite-agent >/dev/null; then
  credential=$(buildkite-agent oidc request-token --audience "$audience") ||
    fail 5 'buildkite-agent did not issue an OpenID Connect token.'
fi
case $credential in
  '') fail 2 'Set VERSIONING_KEY or VERSIONING_ID_TOKEN in the environment.' ;;
  *[!!-~]*) fail 2 'The API key contains invalid characters.' ;;
esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

query=${line:+&line=$line}${pre:+&pre=$pre}${once:+&once=$once}
path=$url/api/packages/$(encode_component "$slug")
# curl's arguments for the call
if [ -n "$withdrawn" ]; then
  set -- --request PATCH --header 'Content-Type: application/json' --data '{"State":"Withdrawn"}' \
    "$path/versions/$(encode_component "$withdrawn")"
elif [ -n "$preview" ]; then
  set -- "$path/next/$part${query:+?${query#&}}"
else
  set -- --request POST --header "Idempotency-Key: $key" ${build_url:+--header "Build-Url: $build_url"} \
    ${commit:+--header "Build-Commit: $commit"} "$path/increment/$part${query:+?${query#&}}"
fi
# Prints the status of the response and the proxy's to CONNECT, or 000 if there is none.
request() {
  bearer "$credential" |
    curl --config - --silent --show-error --connect-timeout 5 --max-time 15 --dump-header "$folder/headers" \
      --output "$folder/body" --write-out '%{http_code} %{http_connect}' "$@" 2>"$folder/error"
}

# Returns the first match, because Previous has a property with the same name.
field() {
  grep -o "\"$1\":\"[^\"]*\"" "$folder/body" | head -n 1 | cut -d '"' -f 4
}

# Explains a connection error for which a retry is useless.
fail_connection() {
  case $said in
    *'certificate has expired'*) fail 5 "The certificate of $url has expired. It has to be renewed." ;;
    *'not yet valid'*) fail 5 "The certificate of $url is not valid yet. Check the clock of this machine." ;;
    *'subject name'*) fail 5 "The certificate of $url is for another host. Check VERSIONING_URL." ;;
    *'self-signed'* | *'self signed'* | *'issuer'* | *'unknown CA'*)
      fail 5 "The certificate of $url is not from a trusted authority. Set CURL_CA_BUNDLE to the file of a private authority."
      ;;
    *'wrong version number'* | *'packet length too long'*)
      fail 5 "$url does not speak TLS. Check VERSIONING_URL: http or https, and the port."
      ;;
    *'HTTP/0.9'*) fail 5 "$url does not speak HTTP. Check VERSIONING_URL: http or https, and the port." ;;
    *) fail 5 "No connection to $url: $said." ;;
  esac
}

deadline=$(($(date +%s) + timeout))
pause=1
while :; do
  : >"$folder/headers"
  : >"$folder/body"
  outcome=0
  statuses=$(request "$@") || outcome=$?
  status=${statuses% *}
  connect=${statuses#* }
  # The first line, without "curl: (7) " and the final period.
  said=$(sed -n '1{s/^curl: ([0-9]*) //;s/\.$//;p;}' "$folder/error")
  # Without leading zeros, which the shell would read as octal.
  wait=$(sed -n '/^[Rr]etry-[Aa]fter:/{s/^[^:]*: *0*\([0-9][0-9]*\).*/\1/p;q;}' "$folder/headers")
  detail=$(field Detail)
  answered=${detail:-The service answered $status.}
  case $outcome:$status:$connect in
    0:200:*) break ;;
    *:407:* | *:407)
      fail 5 "A proxy before $url requires a user and password (407). Set them in https_proxy: http://USER:PASSWORD@HOST:PORT."
      ;;
    0:401:* | 0:403:*) fail 3 "$answered" ;;
    0:408:* | 0:429:* | 0:502:* | 0:503:* | 0:504:*) reason=$answered ;;
    0:409:*)
      # Retry-After means that the first request with this Idempotency-Key is still running.
      [ -n "$wait" ] || fail 4 "$answered"
      reason=$detail
      ;;
    0:404:*)
      # Other 404s come from something that is not the service.
      case $(field Code) in
        line-not-found | package-not-found | version-not-found) fail 4 "$detail" ;;
        *) fail 5 "$answered Check VERSIONING_URL." ;;
      esac
      ;;
    0:405:* | 0:5??:*) fail 5 "$answered Check VERSIONING_URL." ;;
    0:4??:*) fail 4 "$answered" ;;
    0:*) fail 5 "The service answered $status. Check VERSIONING_URL." ;;
    56:*:4??) fail 5 "The proxy refuses to connect to $url ($connect)." ;;
    # A host that cannot be resolved or reached, and responses that are late, lost or truncated.
    5:* | 6:* | 7:* | 16:* | 18:* | 28:* | 52:* | 55:* | 56:* | 92:* | 95:*) reason="No answer from $url: $said." ;;
    35:*)
      case $said in
        *SYSCALL* | *reset* | *'unexpected eof'*) reason="No answer from $url: $said." ;;
        *) fail_connection ;;
      esac
      ;;
    *) fail_connection ;;
  esac
  wait=${wait:-$pause}
  [ $(($(date +%s) + wait)) -le "$deadline" ] || fail 5 "$reason"
  printf 'next-version: %s Trying again in %s s.\n' "$reason" "$wait" >&2
  sleep "$wait"
  pause=$((pause < 4 ? pause * 2 : 5))
done

[ -z "$withdrawn" ] || exit 0
# Scripts and variable files use the version: print it only if it has the requested form.
version=$(field Version)
number='(0|[1-9][0-9]{0,9})'
case $part in major) shape="$number\\.0\\.0" ;; minor) shape="$number\\.$number\\.0" ;; *) shape="$number\\.$number\\.$number" ;; esac
shape=$shape${pre:+-$pre\\.[1-9][0-9]*}
printf '%s\n' "$version" | grep -Eqx "$shape" ||
  fail 5 'The response does not contain the requested kind of version. Check VERSIONING_URL.'
case $version in
  ${line:-*} | ${line:+$line.}*) printf '%s\n' "$version" ;;
  *) fail 5 "The response does not contain a version of the line $line. Check VERSIONING_URL." ;;
esac
