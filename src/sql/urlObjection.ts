/** TLS parameters of a libpq URI that name files. Ignoring them would promise checks that are not made. */
const tlsFiles = ["sslrootcert", "sslcert", "sslkey", "sslcrl"]
/** Those of a client certificate. */
const clientFiles = ["sslcert", "sslkey"]
/** Parameters of a libpq URI that the client follows. */
const followed = [
  "host",
  "port",
  "user",
  "password",
  "dbname",
  "options",
  "connect_timeout",
  "sslmode",
  "application_name"
]
/**
 * Those of libpq and of other clients that change nothing here: TLS always verifies the server, text is always UTF-8, there is
 * one host, every session requires a server that accepts writes, and poolers and silent servers are noticed otherwise.
 */
const needless = [
  "channel_binding",
  "client_encoding",
  "fallback_application_name",
  "gssencmode",
  "keepalives",
  "keepalives_count",
  "keepalives_idle",
  "keepalives_interval",
  "load_balance_hosts",
  "pgbouncer",
  "sslcompression",
  "sslnegotiation",
  "sslsni",
  "target_session_attrs",
  "tcp_user_timeout",
  "uselibpqcompat"
]
const permitted = new Set([...followed, ...needless, ...tlsFiles])

export const howToTrust =
  "if a private CA signed its certificate, set the environment variable NODE_EXTRA_CA_CERTS to the CA's PEM file"

/** What a libpq URI asks for that the client would ignore, and what to do instead. */
export const urlObjection = (host: string, parameters: URLSearchParams): string | undefined => {
  const file = tlsFiles.find((name) => (parameters.get(name) ?? "system") !== "system")
  if (file !== undefined)
    return `${file} is not supported; ${clientFiles.includes(file) ? "use a password instead of a client certificate" : howToTrust}`
  const unknown = [...parameters.keys()].find((name) => !permitted.has(name))
  // What is no name may be the end of a password with a question mark.
  if (unknown !== undefined)
    return `${/^\w+$/.test(unknown) ? `its parameter ${unknown}` : "a parameter"} is unknown; leave it out, or use one of ${followed.join(", ")}`
  return host.includes(",") ? "several hosts are not supported; name one that always leads to the primary" : undefined
}
