import type { SMTPServer } from "smtp-server"

type Connection = SMTPServer["connections"] extends Set<infer C> ? C : never

/** An address whose local part is quoted printable ASCII (RFC 5321, 4.1.2), and the text around it. */
const quoted = /^([^<"]*<)("(?:[ !#-[\]-~]|\\[ -~])*")(@[^<>"]*>.*)$/s
const stand = '"quoted"'

/**
 * Makes a connection accept quoted addresses: smtp-server does not support them, and splits a command at spaces within
 * them, and the address at each `@`. It parses the command with a word in place of the quoted part.
 */
export const takeQuoted = (connection: Connection): void => {
  const parse = connection._parseAddressCommand.bind(connection)
  connection._parseAddressCommand = (name, command) => {
    const [, before, local, after] = quoted.exec(command.toString()) ?? []
    const parsed = parse(name, local === undefined ? command : `${before}${stand}${after}`)
    return parsed && local !== undefined ? { ...parsed, address: parsed.address.replace(stand, () => local) } : parsed
  }
}
