import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useEffect, useRef } from "react"
import { client } from "./client.ts"
import { keys } from "./queries.ts"
import { router } from "./router.tsx"
import { SessionProvider, type SignedIn } from "./session.ts"

/**
 * Provides the current session. It is read again whenever the event stream starts anew, as after a change of role or brands,
 * and on every navigation. Such a change applies at once: everything that was read before it is dropped.
 */
export function SignedInProvider({ session, children }: { readonly session: SignedIn; readonly children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.session,
    queryFn: () => client.auth.session(),
    initialData: session,
    refetchOnWindowFocus: true
  })
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) void queryClient.invalidateQueries({ queryKey: keys.session })
      }),
    [queryClient]
  )
  const { brandAssignment, role } = data.member
  const reach = JSON.stringify([role, brandAssignment])
  const known = useRef(reach)
  useEffect(() => {
    if (known.current === reach) return
    known.current = reach
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] })
  }, [queryClient, reach])
  return <SessionProvider value={{ ...data, eventCursor: session.eventCursor }}>{children}</SessionProvider>
}
