set -eu
umask 077 # the files below have the key
method=${1-GET} target=${2-/credentials/current} body=${3-}
host=${VADIUM_URL#*://} query=${target#"${target%%\?*}"} variable=$body
path=${host#"${host%%/*}"}${target%%\?*} timestamp=$(date +%s)$(printf %03d $(($$ % 1000)))
[ "$method" != GET ] || variable=${query#\?}
pair=$(mktemp) && trap 'rm -f "$pair" "$pair.key" "$pair.text"' EXIT
printf '%s==' "$VADIUM_PRIVATE_KEY" | tr _- /+ | openssl base64 -d -A > "$pair" # seed, public key
printf '0.\002\001\0000\005\006\003+ep\004"\004 ' > "$pair.key" # what DER has before the seed
head -c 32 "$pair" >> "$pair.key"
printf '%s|%s|%s|%s' "$method" "$path" "$variable" "$timestamp" > "$pair.text"
base64url() { openssl base64 -A | tr /+ _- | tr -d =; }
signature=$(openssl pkeyutl -sign -rawin -keyform DER -inkey "$pair.key" -in "$pair.text" |
  base64url)
curl --silent --show-error --request "$method" "$VADIUM_URL$target" ${body:+--data-raw "$body"} \
  --header "X-API-Key: $(tail -c 32 "$pair" | base64url)" --header "X-Timestamp-Ms: $timestamp" \
  --header "X-Signature: $signature" --header 'Content-Type: application/json' \
  --header "Idempotency-Key: $(openssl rand -hex 16)"
