import { Link } from "@tanstack/react-router"
import { Suspense, useEffect } from "react"
import { useKeysOf } from "../../app/commands.ts"
import { lazyPart } from "../../app/lazyPart.tsx"
import type { InboxSearch } from "../../data/views.ts"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { Kbd } from "../../ui/Kbd.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"

/** The list is painted first; then the ticket's code is fetched, before anybody opens one. */
const TicketByNumber = lazyPart(() => import("../../tickets/TicketByNumber.tsx"))

interface Props {
  /** `open` names the ticket: `brand/number`. */
  readonly search: InboxSearch
  readonly onLeave: () => void
  readonly quiet: boolean
}

/** The pane beside the list. */
export function OpenTicket({ search, onLeave, quiet }: Props) {
  const { open } = search
  const keysOf = useKeysOf()
  const help = keysOf("help")
  useEffect(() => void TicketByNumber.preload(), [])
  const [slug = "", number = ""] = open?.split("/") ?? []
  if (open === undefined)
    return (
      <div className="flex h-full items-center justify-center p-6 text-soft">
        <p className="pointer-coarse:hidden">
          <Kbd keys={keysOf("next") ?? "↓"} /> and <Kbd keys={keysOf("previous") ?? "↑"} /> move through the list,{" "}
          <Kbd keys="Enter" /> opens{help === undefined ? "" : ", "}
          {help === undefined ? undefined : <Kbd keys={help} />}
          {help === undefined ? "." : " shows all shortcuts."}
        </p>
      </div>
    )
  return (
    <Suspense fallback={<Skeleton lines={9} />}>
      <TicketByNumber
        slug={slug}
        number={number}
        onLeave={onLeave}
        quiet={quiet}
        before={
          <>
            <IconButton icon="back" label="Back to the list" className="lg:hidden" onClick={onLeave} />
            <Link
              to="/b/$brand/t/$number"
              params={{ brand: slug, number }}
              state={{ list: search }}
              aria-label="Open on its own page"
              title="Open on its own page"
              className="hidden size-8 items-center justify-center rounded-md text-soft hover:bg-hover lg:inline-flex"
            >
              <Icon name="mail" />
            </Link>
          </>
        }
      />
    </Suspense>
  )
}
