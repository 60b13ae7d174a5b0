import type { Presence } from "@trunkline/sdk"

/** Says who is writing a reply, before somebody else writes another. */
export function PresenceBar({ others }: { readonly others: ReadonlyArray<Presence> }) {
  const names = others.flatMap(({ name, state }) => (state === "replying" ? [name] : []))
  return (
    <div role="status">
      {names.length === 0 ? undefined : (
        <p className="border-t border-line bg-chosen px-3 py-1 text-sm">
          {new Intl.ListFormat("en").format(names)} {names.length === 1 ? "is" : "are"} replying
        </p>
      )}
    </div>
  )
}
