import { reportFailure } from "../forms/reportFailure.ts"
import { toast } from "../ui/toasts.ts"
import { client } from "./client.ts"
import { useCommands } from "./commands.ts"
import { forgetPerson } from "./keepToPerson.ts"
import { mode, otherModeHref } from "./mode.ts"
import { pickOne } from "./picks.ts"
import { useSession } from "./session.ts"
import { applyTheme, nextTheme } from "./theme.ts"

/** Ends the session, and clears what the browser has stored for it. */
const signOut = async () => {
  await client.auth.logout()
  // The server's response clears all stored data, but only in browsers that support that, and over TLS.
  forgetPerson()
  location.assign("/login")
}

/** Switches to another organization of the same person. */
const switchOrganization = async (current: string) => {
  const organizations = await client.auth.organizations()
  const organizationId = await pickOne({
    title: "Organization",
    options: organizations.map(({ id, name, role }) => ({ id, label: name, hint: id === current ? "current" : role }))
  })
  if (organizationId === undefined || organizationId === current) return
  await client.auth.switchOrganization({ organizationId })
  location.assign("/")
}

/** Switches between light, dark and the device's setting. */
const changeTheme = () => {
  const theme = nextTheme()
  applyTheme(theme)
  toast({ text: theme === "system" ? "Theme: system" : `Theme: ${theme}` })
}

/** The commands about the member's own account and window, available everywhere. */
export const useAccountCommands = () => {
  const { organization } = useSession()
  const group = "Anywhere"
  useCommands([
    { id: "theme", label: "Change theme: system, light, dark", group, run: changeTheme },
    {
      id: "mode",
      label: mode === "live" ? "Switch to test mode" : "Switch to live mode",
      group,
      run: () => location.assign(otherModeHref)
    },
    {
      id: "organization",
      label: "Switch organization",
      group,
      run: () => void switchOrganization(organization.id).catch(reportFailure)
    },
    { id: "docs", label: "Open API reference", group, run: () => void open("/docs", "_blank", "noopener") },
    {
      id: "docs search",
      label: "Search the documentation…",
      group,
      run: () => void import("./searchDocs.ts").then(({ searchDocs }) => searchDocs()).catch(reportFailure)
    },
    { id: "sign out", label: "Sign out", group, run: () => void signOut().catch(reportFailure) }
  ])
}
