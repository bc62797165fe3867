import base64, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

method, target, body = sys.argv[1:] + ["GET", "/credentials/current", ""][len(sys.argv) - 1 :]
url = urllib.parse.urlsplit(os.environ["VADIUM_URL"] + target)
pair = base64.urlsafe_b64decode(os.environ["VADIUM_PRIVATE_KEY"] + "==")  # seed, public key
timestamp = str(time.time_ns() // 1_000_000)
text = "|".join([method, url.path, url.query if method == "GET" else body, timestamp])
signature = Ed25519PrivateKey.from_private_bytes(pair[:32]).sign(text.encode())
base64url = lambda data: base64.urlsafe_b64encode(data).decode().rstrip("=")
headers = {"X-API-Key": base64url(pair[32:]), "X-Timestamp-Ms": timestamp}
headers |= {"X-Signature": base64url(signature)}
if method != "GET":
    headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
request = urllib.request.Request(url.geturl(), body.encode() or None, headers, method=method)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.read().decode())
