import "./theme.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { ApiError } from "@trunkline/sdk"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { client } from "./app/client.ts"
import { keepToPerson } from "./app/keepToPerson.ts"
import { readKeyChoices } from "./app/keyChoices.ts"
import { mode } from "./app/mode.ts"
import { persist } from "./app/persistence.ts"
import { queryClient } from "./app/queries.ts"
import { router } from "./app/router.tsx"
import { SignedInProvider } from "./app/SignedInProvider.tsx"
import { applyTheme } from "./app/theme.ts"
import { isUnanswered } from "./ui/errors.ts"
import { PageError } from "./ui/PageError.tsx"

applyTheme()
const container = document.getElementById("root")
if (container === null) throw new Error("index.html has no place for the dashboard")
const root = createRoot(container)

/** Milliseconds before a server that did not answer is asked again. */
const pause = 5_000
let waiting: ReturnType<typeof setTimeout> | undefined

const start = async () => {
  clearTimeout(waiting)
  try {
    const session = await client.auth.session()
    keepToPerson(session.member.id)
    readKeyChoices(session.preferences)
    await persist(queryClient, `${session.member.id} ${mode}`)
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <SignedInProvider session={session}>
            <RouterProvider router={router} />
          </SignedInProvider>
        </QueryClientProvider>
      </StrictMode>
    )
  } catch (error) {
    // The sign-in page is on its way.
    if (error instanceof ApiError && error.status === 401) return
    if (isUnanswered(error)) waiting = setTimeout(() => void start(), pause)
    root.render(
      <main>
        <PageError error={error} retry={() => void start()} />
      </main>
    )
  }
}

void start()
