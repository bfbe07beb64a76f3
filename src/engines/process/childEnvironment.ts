/** Variables that a child needs to find its files and to trust the same certificates as its parent. */
const KEPT = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_SYSTEM_CA',
  'NODE_COMPILE_CACHE',
  'NODE_DISABLE_COMPILE_CACHE',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
]

/** The environment of a child process: an allow list, so that no token, proxy or debugger flag is inherited. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), NO_COLOR: '1', DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false' }
}
