import { useEffect, useRef, useSyncExternalStore } from "react"

/** Something that can be done now: by its keys, and from the command palette. */
export interface Command {
  /** Of all commands with an id, the one that was registered last counts. */
  readonly id: string
  readonly label: string
  /** Heading in the palette and in the help. */
  readonly group: string
  /** Such as `r`, `g i`, `Shift+E` or `Mod+Enter`; Mod is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: string | undefined
  readonly run: () => void
  /** Also while somebody types. */
  readonly whileTyping?: boolean
  /** Not in the palette: it makes sense at its keys alone. */
  readonly keysOnly?: boolean
}

let registered: ReadonlyArray<ReadonlyArray<Command>> = []
const watchers = new Set<() => void>()
const change = (next: typeof registered) => {
  registered = next
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Offers commands as long as the component is there. Later components take keys over from earlier ones. */
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
    change([...registered, own])
    return () => change(registered.filter((one) => one !== own))
  }, [shape])
}

let cached: { readonly of: typeof registered; readonly commands: ReadonlyArray<Command> } | undefined
/** What can be done now, each once, what was registered last first. */
export const currentCommands = (): ReadonlyArray<Command> => {
  if (cached?.of !== registered) {
    const byId = new Map<string, Command>()
    for (const group of registered.toReversed())
      for (const command of group) if (!byId.has(command.id)) byId.set(command.id, command)
    cached = { of: registered, commands: [...byId.values()] }
  }
  return cached.commands
}

export const useCurrentCommands = () => useSyncExternalStore(watch, currentCommands)
