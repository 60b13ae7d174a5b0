import { Link, useRouterState } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useBrands } from "../data/brands.ts"
import { useTicketStats } from "../data/tickets.ts"
import { type ViewName, views } from "../data/views.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { Dot } from "../ui/Dot.tsx"
import { Icon, type IconName } from "../ui/Icon.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { runOne } from "./Overlays.tsx"
import type { Search } from "./router.tsx"
import { useIsAdmin, useSession } from "./session.ts"

const icons: Record<ViewName, IconName> = {
  inbox: "inbox",
  mine: "user",
  unassigned: "star",
  all: "mail",
  spam: "spam",
  trash: "trash"
}

/** The places to go to: views with their counts, brands, and the other sections of the dashboard. */
export function Sidebar({ opened }: { readonly opened: boolean }) {
  const listed = useRouterState({
    select: ({ matches }) => {
      const at = matches.at(-1)
      return at?.fullPath === "/inbox" ? (at.search as Search)["brand"] : undefined
    }
  })
  const brands = useBrands().data ?? []
  const stats = useTicketStats().data
  const isAdmin = useIsAdmin()
  const counts: Partial<Record<ViewName, Count>> = {
    inbox: stats && openOf(stats),
    // The API stops counting at 100.
    mine: stats?.mine === 100 ? "99+" : stats?.mine,
    unassigned: stats?.unassigned,
    spam: stats?.spam
  }
  return (
    <nav
      aria-label="Places"
      className={`${opened ? "absolute inset-0 z-30" : "hidden"} flex w-full shrink-0 flex-col overflow-y-auto border-line bg-card md:static md:flex md:w-56 md:border-r print:hidden`}
    >
      <Account />
      <div className="flex-1 px-2 pb-2">
        <ul>
          {(Object.keys(views) as ReadonlyArray<ViewName>).map((name) => (
            <Place
              key={name}
              to="/inbox"
              search={{ view: name === "inbox" ? undefined : name }}
              icon={<Icon name={icons[name]} />}
              count={counts[name]}
            >
              {views[name].title}
            </Place>
          ))}
        </ul>
        {brands.length < 2 ? undefined : (
          <>
            <h2 className="px-2 pt-3 pb-1 text-xs font-semibold text-soft">Brands</h2>
            <ul>
              {brands.map(({ id, name, slug, color }) => (
                <Place
                  key={id}
                  to="/inbox"
                  search={{ brand: listed === slug ? undefined : slug }}
                  isListed={listed === slug}
                  icon={<Dot color={color ?? "var(--edge)"} />}
                  count={openOf(stats?.byBrand[id])}
                >
                  {name}
                </Place>
              ))}
            </ul>
          </>
        )}
        <ul className="mt-3 border-t border-line pt-2">
          {parts.map(({ icon, title, path, adminOnly }) =>
            adminOnly === true && !isAdmin ? undefined : (
              <Place key={path} to={path} icon={<Icon name={icon} />}>
                {title}
              </Place>
            )
          )}
        </ul>
      </div>
    </nav>
  )
}

const openOf = (counts: { readonly open: number; readonly pending: number } | undefined) =>
  counts && counts.open + counts.pending

interface Part {
  readonly icon: IconName
  readonly title: string
  readonly path: string
  readonly adminOnly?: boolean
}

const parts: ReadonlyArray<Part> = [
  { icon: "search", title: "Search", path: "/search" },
  { icon: "users", title: "Customers", path: "/customers" },
  { icon: "company", title: "Companies", path: "/companies" },
  { icon: "code", title: "Developers", path: "/developers" },
  { icon: "settings", title: "Settings", path: "/settings" },
  { icon: "system", title: "System", path: "/system", adminOnly: true }
]

type Count = number | string | undefined

interface PlaceProps {
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
  /** The list is narrowed to this, so the link leads out of it. */
  readonly isListed?: boolean
  readonly icon: ReactNode
  readonly count?: Count
  readonly children: ReactNode
}

/** A link that is marked on every page below it, whatever narrows its list or is open beside it. */
function Place({ to, search, isListed, icon, count, children }: PlaceProps) {
  return (
    <li>
      <Link
        to={to}
        search={search ?? {}}
        activeOptions={{ includeSearch: search !== undefined, explicitUndefined: true }}
        aria-current={isListed === true ? "page" : undefined}
        className="flex min-h-8 items-center gap-2 rounded-md px-2 text-ink no-underline hover:bg-hover aria-[current=page]:bg-chosen aria-[current=page]:font-medium"
      >
        <span className="flex w-4 justify-center text-soft">{icon}</span>
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {count === undefined || count === 0 ? undefined : <span className="text-xs text-soft">{count}</span>}
      </Link>
    </li>
  )
}

/** The signed-in member and organization, with the account's commands. */
function Account() {
  const { member, organization } = useSession()
  const name = member.displayName ?? member.email
  return (
    <div className="flex items-center gap-2 p-2 pl-3">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <div className="truncate text-sm font-semibold">{organization.name}</div>
        <div className="truncate text-xs text-soft">{name}</div>
      </div>
      <IconButton
        icon="more"
        label="Your account"
        onClick={() => void runOne("Your account", ["mode", "organization", "theme", "help", "docs", "sign out"])}
      />
    </div>
  )
}
