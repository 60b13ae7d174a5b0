import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useBrands } from "../data/brands.ts"
import { SaidOnce } from "../ui/ErrorPanel.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { goTo } from "./allKeyed.ts"
import { BrandsFailure } from "./BrandsFailure.tsx"
import { ConnectionNotice } from "./ConnectionNotice.tsx"
import { keyed, useCommands } from "./commands.ts"
import type { Section } from "./definePage.ts"
import { useKeyboard } from "./keyboard.ts"
import { useLiveEvents } from "./liveEvents.ts"
import { ModeBanner } from "./ModeBanner.tsx"
import { Overlays, openPalette } from "./Overlays.tsx"
import { pages } from "./pages.ts"
import { pickOne } from "./picks.ts"
import { Sidebar } from "./Sidebar.tsx"
import { useIsAdmin } from "./session.ts"
import { isSaidOnce } from "./unanswered.ts"
import { useAccountCommands } from "./useAccountCommands.ts"

/** The frame of every page: the sidebar, banners and overlays. */
export function Shell() {
  useKeyboard()
  const isLost = useLiveEvents()
  usePageCommands()
  useAccountCommands()
  const [opened, setOpened] = useState(false)
  const address = useRouterState({ select: ({ location }) => location.href })
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the list of places, and so does another view
  useEffect(() => setOpened(false), [address])

  return (
    <div className="flex h-dvh flex-col print:block print:h-auto">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-2">
        Skip to content
      </a>
      {/* Announces the page to screen readers, for which no page load does. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      <ModeBanner />
      <ConnectionNotice isLost={isLost} />
      <header className="flex items-center gap-1 border-b border-line bg-card px-2 py-1 md:hidden print:hidden">
        <IconButton icon="menu" label="Places" aria-expanded={opened} onClick={() => setOpened(!opened)} />
        <span className="flex-1 font-semibold">Trunkline</span>
        <IconButton icon="search" label="Command palette" onClick={() => void openPalette()} />
      </header>
      <SaidOnce value={isSaidOnce}>
        <BrandsFailure />
        <div className="relative flex min-h-0 flex-1 print:block">
          <Sidebar opened={opened} />
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none print:overflow-visible">
            <Outlet />
          </main>
        </div>
        <Overlays />
      </SaidOnce>
    </div>
  )
}

/** A command for every page, and keys for the sections and the brands. */
const usePageCommands = () => {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const brands = useBrands().data ?? []
  const offered = pages.filter(({ adminOnly, hidden }) => hidden !== true && (isAdmin || adminOnly !== true))
  const chooseBrand = async () => {
    const all = { id: "", label: "All brands" }
    const options = brands.map(({ slug, name, color }) => ({ id: slug, label: name, color }))
    const brand = await pickOne({ title: "Brand", options: [...options, all] })
    if (brand !== undefined) void navigate({ to: "/inbox", search: { brand } })
  }
  useCommands([
    ...offered.map(({ group, keys, path, section, title }) => ({
      id: goTo(path),
      label: section === undefined ? `Go to ${title}` : `${group ?? sectionNames[section]}: ${title}`,
      group: "Go to",
      keys,
      run: () => void navigate({ to: path })
    })),
    ...(["settings", "developers"] as const).flatMap((section) => {
      const first = offered.find((page) => page.section === section)
      return first === undefined ? [] : [keyed(`go ${section}`, () => void navigate({ to: first.path }))]
    }),
    keyed("brand", () => void chooseBrand())
  ])
}

const sectionNames: Record<Section, string> = { settings: "Settings", developers: "Developers" }
