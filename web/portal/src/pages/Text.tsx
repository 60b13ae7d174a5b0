import { useMemo } from "preact/hooks"
import { prose } from "../../../customer/prose.tsx"

/** What somebody wrote, as they wrote it, in its own direction. */
export const Text = ({ isOfTeam, text }: { readonly text: string; readonly isOfTeam: boolean }) => {
  // Whatever happens at a request, all of it is read again: what is said in it is drawn again where it has changed.
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
