import { useEffect, useRef, useSyncExternalStore } from "react"
import { PageValue } from "../ui/PageValue.ts"
import { keysOf, useKeyChoices, watchKeyChoices } from "./keyChoices.ts"
import { type KeyedId, keyTable } from "./keyTable.ts"

/** Something that can be done now, by its keys or from the command palette. */
export interface Command {
  /** If several commands share an id, the one registered last wins. */
  readonly id: string
  readonly label: string
  /** Heading in the palette and in the help. */
  readonly group: string
  /** Its keys, unless the member chose others. */
  readonly keys?: string | undefined
  readonly run: () => void
  /** Works even while somebody is typing. */
  readonly whileTyping?: boolean
  readonly keysOnly?: boolean
}

/** A command of the key table. Its label may depend on what it would do now. */
export const keyed = (
  id: KeyedId,
  run: () => void,
  said: Partial<Omit<Command, "id" | "run" | "keys">> = {}
): Command => ({
  ...keyTable[id],
  ...said,
  id,
  run
})

type Groups = ReadonlyArray<ReadonlyArray<Command>>
const registered = new PageValue<Groups>([])

// Components that show keys render the newly chosen ones.
watchKeyChoices(() => registered.set([...registered.get()]))

/** Offers commands as long as the component is mounted. Components mounted later take keys over from earlier ones. */
export const useCommands = (commands: ReadonlyArray<Command>) => {
  const current = useRef(commands)
  current.current = commands
  const shape = commands.map(({ id, label, keys }) => `${id} ${label} ${keys}`).join("\n")
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew when what is offered changes, not when what it closes over does
  useEffect(() => {
    const own = current.current.map(({ id, ...rest }) => ({
      ...rest,
      id,
      run: () => current.current.find((one) => one.id === id)?.run()
    }))
    registered.set([...registered.get(), own])
    return () => registered.set(registered.get().filter((one) => one !== own))
  }, [shape])
}

let cached: { readonly of: Groups; readonly commands: ReadonlyArray<Command> } | undefined
/** The commands available now, each once, the last registered first. */
export const currentCommands = (): ReadonlyArray<Command> => {
  const groups = registered.get()
  if (cached?.of !== groups) {
    const byId = new Map<string, Command>()
    for (const group of groups.toReversed())
      for (const command of group)
        if (!byId.has(command.id)) byId.set(command.id, { ...command, keys: keysOf(command.id, command.keys) })
    cached = { of: groups, commands: [...byId.values()] }
  }
  return cached.commands
}

export const useCurrentCommands = () => useSyncExternalStore(registered.watch, currentCommands)

/** The current keys of commands in the key table, for buttons that do the same. */
export const useKeysOf = () => {
  useKeyChoices()
  return (id: KeyedId) => keysOf(id, keyTable[id].keys)
}
