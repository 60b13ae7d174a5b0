import { createRootRoute, createRoute, createRouter, redirect, useRouter } from "@tanstack/react-router"
import { PageError } from "../ui/PageError.tsx"
import { PageSkeleton } from "../ui/Skeleton.tsx"
import { client, takeWanted } from "./client.ts"
import { lazyPart } from "./lazyPart.tsx"
import { basePath } from "./mode.ts"
import { pages } from "./pages.ts"
import { keys, queryClient } from "./queries.ts"
import { Shell } from "./Shell.tsx"

/** Milliseconds before a page that is still loading shows its skeleton. */
const pendingAfter = 200
/** Milliseconds that the first page waits for the counts, which only tell whether there are any tickets. */
const countPatience = 2_000

// Not needed by the inbox, which is painted first.
const NotFoundPage = lazyPart(async () => ({ default: (await import("./NotFoundPage.tsx")).NotFoundPage }))
const SectionPage = lazyPart(async () => ({ default: (await import("./SectionPage.tsx")).SectionPage }))

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage })

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async () => {
    const wanted = takeWanted()
    // The address may be in the other mode, which needs a fresh start of the dashboard.
    if (wanted !== undefined && wanted !== "/") location.replace(wanted)
    const counts = await queryClient
      .fetchQuery({
        queryKey: keys.stats,
        queryFn: () => client.tickets.stats({}, { timeout: countPatience, maxRetries: 0 })
      })
      .catch(() => undefined)
    throw redirect({ to: counts?.total === 0 ? "/welcome" : "/inbox", replace: true })
  }
})

const routes = pages.map((page) => {
  const Page = lazyPart(page.load, { isPage: true })
  const { section } = page
  return createRoute({
    getParentRoute: () => root,
    path: page.path,
    staticData: { title: page.title },
    component:
      section === undefined
        ? Page
        : () => (
            <SectionPage section={section}>
              <Page />
            </SectionPage>
          ),
    loader: () => Promise.all([Page.preload(), section === undefined ? undefined : SectionPage.preload()]),
    validateSearch: (search: Record<string, unknown>): Search => search as Search
  })
})

const parts = (["settings", "developers"] as const).map((section) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${section}`,
    component: () => <SectionPage section={section} />,
    loader: () => SectionPage.preload()
  })
)

/** Parameters of an address, as strings. A view is just such an address. */
export type Search = Readonly<Record<string, string | undefined>>

export const router = createRouter({
  routeTree: root.addChildren([home, ...parts, ...routes]),
  basepath: basePath,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "")
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === "" ? "" : `?${text}`
  },
  defaultPendingMs: pendingAfter,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // A different list starts at the top.
  scrollToTopSelectors: ['[data-scroll-restoration-id="tickets"]']
})

function RouteError({ error }: { readonly error: unknown }) {
  const router = useRouter()
  return <PageError error={error} retry={() => void router.invalidate()} />
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly title?: string
  }
}
