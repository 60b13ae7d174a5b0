import { useEffect } from "react"
import { isComposing } from "../../../message/isComposing.ts"
import { isMac } from "../ui/Kbd.tsx"
import { currentCommands } from "./commands.ts"
import { keyChoices } from "./keyChoices.ts"
import { isAsking } from "./picks.ts"
import { pressOf } from "./pressOf.ts"

/** Milliseconds to wait for the second key of a pair. */
const patience = 1_000

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type))

/** Runs commands by their keys as long as the component is mounted. Used once, in the shell. */
export const useKeyboard = () =>
  useEffect(() => {
    let first: { readonly press: string; readonly at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      // Keys then belong to the picker or dialog.
      if (isAsking() || document.querySelector("dialog[open]") !== null) return
      const press = pressOf(event, isMac)
      // Enter on a button presses the button.
      if (press === "Enter" && event.target instanceof Element && event.target.closest("button, a, summary") !== null)
        return
      const isSingle = !press.includes("Mod+") && press !== "Escape"
      const typing = isTyping(event.target)
      if (isSingle && !typing && !keyChoices().singleKeys) return
      const pair = first !== undefined && Date.now() - first.at < patience ? `${first.press} ${press}` : undefined
      first = undefined
      const able = currentCommands().filter(({ whileTyping }) => !typing || whileTyping === true)
      const having = (wanted: string | undefined) => able.find(({ keys }) => keys !== undefined && keys === wanted)
      const command = having(pair) ?? having(press)
      if (command !== undefined) {
        event.preventDefault()
        command.run()
      } else if (able.some(({ keys }) => keys?.startsWith(`${press} `))) {
        first = { press, at: Date.now() }
      }
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
