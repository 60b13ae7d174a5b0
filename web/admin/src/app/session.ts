import type { AuthSessionAnswer } from "@trunkline/sdk"
import { createContext, useContext } from "react"

/** Who is signed in, and to which organization. */
export type SignedIn = AuthSessionAnswer

const SessionContext = createContext<SignedIn | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** Who is signed in; every page stands below it. */
export const useSession = (): SignedIn => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("no session around this component")
  return session
}

/** Whether the member may change what belongs to the whole team. */
export const useIsAdmin = (): boolean => useSession().member.role !== "agent"
