import type { AuthSessionAnswer } from "@trunkline/sdk"
import { createContext, useContext } from "react"

/** The signed-in member and their organization. */
export type SignedIn = AuthSessionAnswer

const SessionContext = createContext<SignedIn | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** Returns the session. Every page is rendered below its provider. */
export const useSession = (): SignedIn => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("no session around this component")
  return session
}

/** Whether the member may change what belongs to the whole team. */
export const useIsAdmin = (): boolean => useSession().member.role !== "agent"
