const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(?:::1\]|::ffff:|f[cde]))/i
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i

/** Whether a host can be reached from anywhere, as far as its name tells: `api`, `localhost` and `10.0.0.7` cannot. */
export function isPublic(hostname: string): boolean {
  if (hostname.startsWith('[')) return !PRIVATE_ADDRESS.test(hostname)
  return hostname.includes('.') && !PRIVATE_ADDRESS.test(hostname) && !PRIVATE_NAME.test(hostname)
}
