import { Suspense, useEffect, useState } from "react"
import { useBulkResult } from "../tickets/bulkResult.ts"
import { Toasts } from "../ui/Toasts.tsx"
import { closeToast, lastAction } from "../ui/toasts.ts"
import { type Command, currentCommands, keyed, useCommands } from "./commands.ts"
import { lazyPart } from "./lazyPart.tsx"
import { pickOne, useOpenPick } from "./picks.ts"

/** Milliseconds after the first page is there until what may lie over it is fetched. */
const pause = 1_000

const PickerDialog = lazyPart(() => import("./PickerDialog.tsx"))
const BulkResultDialog = lazyPart(() => import("../tickets/BulkResultDialog.tsx"))
const HelpDialog = lazyPart(() => import("./HelpDialog.tsx"))

/** What lies over every page: notices, the palette and other questions, and the help. Loaded after the page. */
export function Overlays() {
  const [helps, setHelps] = useState(false)
  const pick = useOpenPick()
  const result = useBulkResult()
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine) for (const part of [PickerDialog, BulkResultDialog, HelpDialog]) void part.preload()
    }, pause)
    return () => clearTimeout(timer)
  }, [])
  useCommands([
    keyed("palette", () => void openPalette(), { whileTyping: true }),
    keyed("help", () => setHelps(true)),
    keyed("undo", () => {
      const last = lastAction()
      if (last === undefined) return
      closeToast(last.id)
      last.action?.run()
    })
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

/** Everything that can be done here, by typing what it is called. */
export const openPalette = () => choose("Commands", () => true)

/** Some of what can be done here: commands by their ids. */
export const runOne = (title: string, ids: ReadonlyArray<string>) => choose(title, ({ id }) => ids.includes(id))

const choose = async (title: string, offered: (command: Command) => boolean) => {
  const commands = currentCommands().filter(
    (command) => command.keysOnly !== true && command.id !== "palette" && offered(command)
  )
  const id = await pickOne({
    title,
    placeholder: "What do you want to do?",
    options: commands.map(({ id, label, group, keys }) => ({ id, label, hint: group, keys }))
  })
  commands.find((command) => command.id === id)?.run()
}
