import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { PageError } from "../ui/PageError.tsx"
import { PageSkeleton } from "../ui/Skeleton.tsx"
import { client, takeWanted } from "./client.ts"
import { basePath } from "./mode.ts"
import { pages } from "./pages.ts"
import { keys, queryClient } from "./queries.ts"
import { Shell } from "./Shell.tsx"

/** Milliseconds before a page that is still loading shows its shape. */
const pendingAfter = 200

// What the inbox, which is painted first, does without.
const NotFoundPage = lazyRouteComponent(() => import("./NotFoundPage.tsx"), "NotFoundPage")
const SectionPage = lazyRouteComponent(() => import("./SectionPage.tsx"), "SectionPage")

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage })

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: async () => {
    const wanted = takeWanted()
    // Another mode may have been wanted, which is another start of the dashboard.
    if (wanted !== undefined && wanted !== "/") location.replace(wanted)
    const { total } = await queryClient.fetchQuery({ queryKey: keys.stats, queryFn: () => client.tickets.stats() })
    throw redirect({ to: total === 0 ? "/welcome" : "/inbox", replace: true })
  }
})

const routes = pages.map((page) => {
  const Page = lazyRouteComponent(page.load)
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
    loader: () => Promise.all([Page.preload?.(), section === undefined ? undefined : SectionPage.preload?.()]),
    validateSearch: (search: Record<string, unknown>): Search => search as Search
  })
})

/** Parameters of an address: words, as they stand in it. A view is nothing but such an address. */
export type Search = Readonly<Record<string, string | undefined>>

export const router = createRouter({
  routeTree: root.addChildren([home, ...routes]),
  basepath: basePath,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "")
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === "" ? "" : `?${text}`
  },
  defaultPendingMs: pendingAfter,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ({ error, reset }) => <PageError error={error} retry={reset} />,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly title?: string
  }
}
