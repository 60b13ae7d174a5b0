/** The label of a command with keys, and its default keys. */
export interface Keyed {
  readonly label: string
  /** Its heading in the palette, the help and the settings. */
  readonly group: string
  /** Such as `r`, `g i`, `Shift+E` or `Mod+Enter`. Mod is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: string
  /** Left out of the palette: it makes sense only as a key. */
  readonly keysOnly?: boolean
}

const part = <const Id extends string>(
  group: string,
  rows: Readonly<Record<Id, readonly [keys: string, label: string, keysOnly?: true]>>
) => {
  const said = Object.entries<readonly [string, string, true?]>(rows).map(([id, [keys, label, keysOnly = false]]) => [
    id,
    { group, keys, label, keysOnly }
  ])
  return Object.fromEntries(said) as Readonly<Record<Id, Keyed>>
}

/**
 * Every key of the dashboard by command id, except for keys of pages, which are declared with the pages. No two are the same.
 */
export const keyTable = {
  ...part("Anywhere", {
    palette: ["Mod+k", "Command palette"],
    help: ["?", "Keyboard shortcuts"],
    undo: ["z", "Undo the last change"]
  }),
  ...part("Go to", {
    "view mine": ["g m", "Go to mine"],
    "view unassigned": ["g u", "Go to unassigned"],
    "view all": ["g a", "Go to all"],
    "go settings": ["g s", "Go to Settings"],
    "go developers": ["g d", "Go to Developers"],
    brand: ["Mod+Shift+B", "Tickets of one brand…"]
  }),
  ...part("List", {
    next: ["j", "Next ticket", true],
    previous: ["k", "Previous ticket", true],
    "next open": ["]", "Open the next ticket", true],
    "previous open": ["[", "Open the previous ticket", true],
    open: ["o", "Open", true],
    "open by enter": ["Enter", "Open", true],
    select: ["x", "Select", true],
    "select down": ["Shift+J", "Extend the selection down", true],
    "select up": ["Shift+K", "Extend the selection up", true],
    "select all": ["Mod+a", "Select all listed tickets"],
    escape: ["Escape", "Clear the selection, or close the ticket", true]
  }),
  ...part("Ticket", {
    reply: ["r", "Reply"],
    note: ["n", "Write an internal note"],
    quote: ["q", "Quote in a reply"],
    leave: ["u", "Back to the list"],
    assign: ["a", "Assign…"],
    "assign to me": ["i", "Assign to me"],
    status: ["s", "Change the status…"],
    resolve: ["e", "Resolve"],
    close: ["Shift+E", "Close"],
    priority: ["p", "Change the priority…"],
    tags: ["l", "Change the tags…"],
    watch: ["w", "Watch"],
    merge: ["m", "Merge into another ticket…"],
    spam: ["!", "Mark as spam"],
    trash: ["#", "Move to trash"],
    "copy link": [".", "Copy link"],
    "copy curl": ["Mod+.", "Copy as curl…"]
  })
}

export type KeyedId = keyof typeof keyTable
