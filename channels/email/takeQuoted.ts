import type { SMTPServer } from "smtp-server"

type Connection = SMTPServer["connections"] extends Set<infer C> ? C : never

/** An address whose local part is in quotes, which hold printable ASCII (RFC 5321, 4.1.2), and what stands around it. */
const quoted = /^([^<"]*<)("(?:[ !#-[\]-~]|\\[ -~])*")(@[^<>"]*>.*)$/s
const stand = '"quoted"'

/**
 * Has a connection take every address in quotes: smtp-server knows of none, and splits a command at the spaces within them, and
 * the address at each `@`. It reads the rest of the command with a word in their place.
 */
export const takeQuoted = (connection: Connection): void => {
  const parse = connection._parseAddressCommand.bind(connection)
  connection._parseAddressCommand = (name, command) => {
    const [, before, local, after] = quoted.exec(command.toString()) ?? []
    const parsed = parse(name, local === undefined ? command : `${before}${stand}${after}`)
    return parsed && local !== undefined ? { ...parsed, address: parsed.address.replace(stand, () => local) } : parsed
  }
}
