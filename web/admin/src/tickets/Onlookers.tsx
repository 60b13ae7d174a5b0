import type { Presence } from "@trunkline/sdk"
import { Avatar } from "../ui/Avatar.tsx"

/** The most avatars that fit beside a title. */
const most = 4

/** Who else is looking at the ticket. */
export function Onlookers({ others }: { readonly others: ReadonlyArray<Presence> }) {
  if (others.length === 0) return undefined
  return (
    <ul aria-label="Also viewing" className="flex items-center -space-x-1">
      {others.slice(0, most).map(({ memberId, name, state }) => {
        const doing = `${name} ${state === "replying" ? "is replying" : "is viewing"}`
        return (
          <li
            key={memberId}
            title={doing}
            className={`flex rounded-full border-2 ${state === "replying" ? "border-accent" : "border-card"}`}
          >
            <Avatar name={name} size={20} />
            <span className="sr-only">{doing}</span>
          </li>
        )
      })}
      {others.length > most ? <li className="pl-2 text-xs text-soft">+{others.length - most}</li> : undefined}
    </ul>
  )
}
