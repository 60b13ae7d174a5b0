import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { mode } from "../../app/mode.ts"
import { useIsAdmin } from "../../app/session.ts"
import { usePageBrand } from "../../app/usePageBrand.ts"
import { Page } from "../../ui/Page.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { BrandStep } from "./BrandStep.tsx"
import { FirstTicketStep } from "./FirstTicketStep.tsx"
import { KeyStep } from "./KeyStep.tsx"
import { useFirstKey } from "./useFirstKey.ts"

/** From nothing to the first ticket, in three steps and under a minute. */
export default function WelcomePage() {
  const brand = usePageBrand()
  const isAdmin = useIsAdmin()
  const firstKey = useFirstKey()
  if (brand === undefined) return <Skeleton lines={6} />
  return (
    <Page
      title="First steps"
      lead="Name your brand, create an API key and create your first ticket with it. You can change everything later."
    >
      <ol className="flex flex-col gap-4">
        {isAdmin ? (
          <>
            <Step number={1} title="Your brand">
              <BrandStep key={brand.id} brand={brand} />
            </Step>
            <Step number={2} title="An API key for your software">
              <KeyStep firstKey={firstKey} />
            </Step>
          </>
        ) : undefined}
        <Step number={isAdmin ? 3 : 1} title="Your first ticket">
          <FirstTicketStep brand={brand} secret={firstKey.secret} />
        </Step>
      </ol>
      <p className="text-soft">
        Email to <code className="font-mono text-sm">{brand.inboundEmail}</code> opens tickets too. When you are ready,
        connect your own addresses, Slack and text messages in the settings.
        {mode === "live" ? " To try things out without contacting anyone, use test mode." : ""}
      </p>
      <p>
        <Link to="/inbox" className="text-accent underline">
          Go to the inbox
        </Link>
      </p>
    </Page>
  )
}

function Step({
  number,
  title,
  children
}: {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <li className="rounded-lg border border-line bg-card p-4">
      <h2 className="mb-3 flex items-center gap-2 text-lg font-semibold">
        <span
          aria-hidden="true"
          className="inline-flex size-6 items-center justify-center rounded-full bg-chosen text-sm"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </li>
  )
}
