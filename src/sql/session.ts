/**
 * What our statements go by, in every session: a role, a database or a server may have it set otherwise, and a database that
 * ends idle sessions would end those of pools and listeners.
 */
export const session = {
  default_transaction_isolation: "read committed",
  idle_session_timeout: "0",
  row_security: "on",
  standard_conforming_strings: "on"
}
