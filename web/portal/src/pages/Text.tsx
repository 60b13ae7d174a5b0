import { useMemo } from "preact/hooks"
import { prose } from "../../../customer/prose.tsx"

/** A message as written, in the direction of its own script. */
export const Text = ({ isOfTeam, text }: { readonly text: string; readonly isOfTeam: boolean }) => {
  // Every event on a request reads all of it again: only messages that changed render again.
  const shown = useMemo(
    () => (
      <div class="text" dir="auto">
        {prose(text, isOfTeam)}
      </div>
    ),
    [text, isOfTeam]
  )
  return shown
}
