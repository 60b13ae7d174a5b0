import type { ReactNode } from "react"
import { otherModeHref } from "../../app/mode.ts"
import { buttonClass } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"

/** Shown in live mode in place of a page that exists only in test mode; `children` say what is there. */
export function OnlyInTestMode({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState
      title="Available only in test mode"
      action={
        <a className={buttonClass("primary")} href={otherModeHref}>
          Switch to test mode
        </a>
      }
    >
      {children}
    </EmptyState>
  )
}
