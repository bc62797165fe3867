/**
 * Where clouds answer a machine with its own credentials and secrets. Webhooks never go there, not
 * even in a network of WEBHOOK_ALLOWED_NETWORKS. The network policy in deploy/kubernetes excepts
 * the same ranges.
 */
export const cloudMetadata = [
  // Link-local: nearly every cloud, at 169.254.169.254 and its neighbours.
  '169.254.0.0/16',
  'fe80::/10',
  // Alibaba.
  '100.100.100.200/32',
  // Azure: the host of a virtual machine.
  '168.63.129.16/32',
  // Oracle.
  '192.0.0.192/32',
  'fd00:c1::/32',
  // Amazon: its instances, and the agents of its pods.
  'fd00:ec2::/32',
  // Google.
  'fd20:ce::/32',
  // Akamai (Linode).
  'fd00:a9fe:a9fe::/48',
  // Scaleway.
  'fd00:42::/32',
] as const
