#!/bin/sh
# next-version.sh SLUG [major|minor|patch]
#
# Takes the next version of a package from the versioning service and prints it, alone, on standard output:
#   VERSION=$(next-version.sh my-app minor)
# For a POSIX shell and curl 7.76 or later; with Node.js use next-version, which needs neither.
#
# A job that is run again gets the version it got before, for 24 hours.
#
# Environment:
#   VERSIONING_URL      address of the service, with its prefix (required)
#   VERSIONING_KEY      an API key with the scope write (required)
#   VERSIONING_TIMEOUT  seconds to repeat a call that gets no answer, 429 or 503 (120)
#   IDEMPOTENCY_KEY     a key instead of the one made from the pipeline's run, job, SLUG and part
#
# Exit codes: 2 wrong usage, 3 the key is refused, 4 the request is refused, 5 no answer in time.
set -eu

fail() {
  code=$1
  shift
  printf 'next-version: %s\n' "$*" >&2
  exit "$code"
}

slug=${1:-}
part=${2:-patch}
{ [ -n "$slug" ] && [ $# -le 2 ]; } || fail 2 'Usage: next-version.sh SLUG [major|minor|patch].'
case $part in major | minor | patch) ;; *) fail 2 "The part is major, minor or patch, not $part." ;; esac
# Such a slug needs no encoding in the path; the service refuses every other one.
case $slug in
  [!A-Za-z0-9]* | *[!A-Za-z0-9._-]*)
    fail 4 'A slug begins with a letter or digit and holds letters, digits, ".", "_" and "-".'
    ;;
esac
[ -n "${VERSIONING_URL:-}" ] || fail 2 'Set VERSIONING_URL in the environment.'
[ -n "${VERSIONING_KEY:-}" ] || fail 2 'Set VERSIONING_KEY in the environment.'
case $VERSIONING_URL in
  http://?* | https://?*) ;;
  *) fail 2 'VERSIONING_URL must be an http or https URL.' ;;
esac

# The run and its job, without what another attempt changes, and the page of the build.
run='' job='' build_url=''
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  run=github-${GITHUB_RUN_ID:-} job=${GITHUB_REPOSITORY:-}/${GITHUB_JOB:-}
  build_url=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-}/actions/runs/${GITHUB_RUN_ID:-}
elif [ "${GITLAB_CI:-}" = true ]; then
  run=gitlab-${CI_PIPELINE_ID:-} job=${CI_SERVER_HOST:-}/${CI_JOB_NAME:-}
  build_url=${CI_JOB_URL:-}
elif [ -n "${TF_BUILD:-}" ]; then
  run=azure-${BUILD_BUILDID:-}
  job=${SYSTEM_COLLECTIONURI:-}/${SYSTEM_STAGENAME:-}/${SYSTEM_PHASENAME:-}/${SYSTEM_JOBNAME:-}
  build_url=${SYSTEM_COLLECTIONURI:-}${SYSTEM_TEAMPROJECT:-}/_build/results?buildId=${BUILD_BUILDID:-}
elif [ -n "${JENKINS_URL:-}${JENKINS_HOME:-}" ]; then
  run=jenkins-${BUILD_NUMBER:-} job=${JENKINS_URL:-}/${JOB_NAME:-}/${STAGE_NAME:-}
  build_url=${BUILD_URL:-}
elif [ "${CIRCLECI:-}" = true ]; then
  run=circleci-${CIRCLE_WORKFLOW_WORKSPACE_ID:-} job=${CIRCLE_JOB:-}/${CIRCLE_NODE_INDEX:-}
  build_url=${CIRCLE_BUILD_URL:-}
elif [ "${BUILDKITE:-}" = true ]; then
  run=buildkite-${BUILDKITE_BUILD_ID:-} job=${BUILDKITE_STEP_ID:-}/${BUILDKITE_PARALLEL_JOB:-}
  build_url=${BUILDKITE_BUILD_URL:-}
elif [ -n "${BITBUCKET_BUILD_NUMBER:-}" ]; then
  run=bitbucket-$BITBUCKET_BUILD_NUMBER job=${BITBUCKET_REPO_FULL_NAME:-}/${BITBUCKET_PARALLEL_STEP:-}
  build_url=https://bitbucket.org/${BITBUCKET_REPO_FULL_NAME:-}/pipelines/results/$BITBUCKET_BUILD_NUMBER
fi
case $run in
  '' | *-) run=once-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') ;;
esac
# Names of jobs hold any character, a key visible ASCII only.
job_number=$(printf %s "$job" | cksum | tr ' ' -)
key=${IDEMPOTENCY_KEY:-$run-$job_number-$slug-$part}
build_url=$(printf %s "$build_url" | LC_ALL=C sed 's/ /%20/g')
# The service takes visible ASCII alone; the page of the build is not worth a failure.
[ "$(printf %s "$build_url" | LC_ALL=C tr -d '!-~' | wc -c)" -eq 0 ] || build_url=''
case $build_url in http://?* | https://?*) [ "${#build_url}" -le 500 ] || build_url='' ;; *) build_url='' ;; esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The key goes by standard input: arguments are seen by everybody on the machine.
request() {
  printf 'header = "Authorization: Bearer %s"\n' "$(printf %s "$VERSIONING_KEY" | sed 's/[\\"]/\\&/g')" |
    curl --config - --silent --show-error --fail-with-body --path-as-is --request POST \
      --connect-timeout 5 --max-time 15 \
      --header "Idempotency-Key: $key" ${build_url:+--header "Build-Url: $build_url"} \
      --dump-header "$folder/headers" --output "$folder/body" --write-out '%{http_code}' \
      "${VERSIONING_URL%/}/api/packages/$slug/increment/$part" 2>"$folder/error"
}

field() {
  sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p" "$folder/body"
}

deadline=$(($(date +%s) + ${VERSIONING_TIMEOUT:-120}))
pause=1
while :; do
  : >"$folder/headers"
  : >"$folder/body"
  outcome=0
  status=$(request) || outcome=$?
  wait=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9][0-9]*\).*/\1/p' "$folder/headers")
  detail=$(field Detail)
  case $outcome:$status in
    0:200) break ;;
    22:401 | 22:403) fail 3 "${detail:-The service answered $status.}" ;;
    22:408 | 22:429 | 22:502 | 22:503 | 22:504) reason=${detail:-The service answered $status.} ;;
    22:409)
      # With Retry-After: the first request under this Idempotency-Key is still running.
      [ -n "$wait" ] || fail 4 "${detail:-The service answered $status.}"
      reason=$detail
      ;;
    22:404 | 22:405 | 22:5??) fail 5 "${detail:-The service answered $status.} Check VERSIONING_URL." ;;
    22:*) fail 4 "${detail:-The service answered $status.}" ;;
    0:*) fail 5 "The service answered $status. Check VERSIONING_URL." ;;
    3:* | 60:* | 77:*) fail 5 "$(cat "$folder/error")" ;;
    *) reason="No answer from ${VERSIONING_URL%/}: $(cat "$folder/error")." ;;
  esac
  wait=${wait:-$pause}
  [ $(($(date +%s) + wait)) -le "$deadline" ] || fail 5 "$reason"
  printf 'next-version: %s Trying again in %s s.\n' "$reason" "$wait" >&2
  sleep "$wait"
  pause=$((pause < 4 ? pause * 2 : 5))
done

version=$(field Version)
case $version in
  [0-9]*.[0-9]*.[0-9]*) printf '%s\n' "$version" ;;
  *) fail 5 'The answer is not one of the versioning service. Check VERSIONING_URL.' ;;
esac
