import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { Suspense, useEffect, useState } from "react"
import { useBulkResult } from "../tickets/bulkResult.ts"
import { Toasts } from "../ui/Toasts.tsx"
import { undoLast } from "../ui/toasts.ts"
import { type Command, currentCommands, keyed, useCommands } from "./commands.ts"
import { lazyPart } from "./lazyPart.tsx"
import { pickOne, useOpenPick } from "./picks.ts"
import { useSession } from "./session.ts"

/** Milliseconds from the first page's appearance to the fetch of the overlays. */
const pause = 1_000

const PickerDialog = lazyPart(() => import("./PickerDialog.tsx"))
const BulkResultDialog = lazyPart(() => import("../tickets/BulkResultDialog.tsx"))
const HelpDialog = lazyPart(() => import("./HelpDialog.tsx"))

/** Everything that lies over the page: notices, the palette and other pickers, and the help. Loaded after the page. */
export function Overlays() {
  const [helps, setHelps] = useState(false)
  const pick = useOpenPick()
  const result = useBulkResult()
  const { member } = useSession()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine) for (const part of [PickerDialog, BulkResultDialog, HelpDialog]) void part.preload()
      void import("../tickets/announceUnsent.ts").then(
        ({ announceUnsent }) => announceUnsent(queryClient, member.id, (href) => history.push(href)),
        () => {}
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [history, member.id, queryClient])
  useCommands([
    keyed("palette", () => void openPalette(), { whileTyping: true }),
    keyed("help", () => setHelps(true)),
    keyed("undo", undoLast)
  ])
  return (
    <>
      <Toasts />
      <Suspense>
        {pick === undefined ? undefined : <PickerDialog onFailed={() => pick.answer(undefined)} />}
        {result === undefined ? undefined : <BulkResultDialog />}
        {helps ? <HelpDialog onClose={() => setHelps(false)} onFailed={() => setHelps(false)} /> : undefined}
      </Suspense>
    </>
  )
}

/** The number of recently chosen commands that the palette lists first. */
const mostRecent = 5
let recent: ReadonlyArray<string> = []

/** Opens the palette of all commands available here, the most recently chosen first. */
export const openPalette = async () => {
  const placeOf = ({ id }: Command) => (recent.includes(id) ? recent.indexOf(id) : mostRecent)
  const chosen = await choose(
    "Commands",
    currentCommands().toSorted((one, other) => placeOf(one) - placeOf(other))
  )
  if (chosen !== undefined) recent = [chosen, ...recent.filter((id) => id !== chosen)].slice(0, mostRecent)
}

/** Opens a palette of only the commands with these ids. */
export const runOne = (title: string, ids: ReadonlyArray<string>) =>
  choose(
    title,
    currentCommands().filter(({ id }) => ids.includes(id))
  )

/** Asks for one of the commands, runs it and returns its id. */
const choose = async (title: string, offered: ReadonlyArray<Command>) => {
  const commands = offered.filter(({ id, keysOnly }) => keysOnly !== true && id !== "palette")
  const id = await pickOne({
    title,
    placeholder: "What do you want to do?",
    options: commands.map(({ id, label, group, keys }) => ({ id, label, hint: group, keys }))
  })
  commands.find((command) => command.id === id)?.run()
  return id
}
