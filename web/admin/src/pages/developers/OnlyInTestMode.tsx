import type { ReactNode } from "react"
import { otherModeHref } from "../../app/mode.ts"
import { buttonClass } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"

/** What live mode shows in the place of a page that test mode alone has; `children` say what is there. */
export function OnlyInTestMode({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState
      title="Only in test mode"
      action={
        <a className={buttonClass("primary")} href={otherModeHref}>
          Go to test mode
        </a>
      }
    >
      {children}
    </EmptyState>
  )
}
