import { client } from "../../../../app/client.ts"

/**
 * Sends the browser to Slack to install an app in a workspace, either the brand's own or the server's, and back to this page.
 */
export const connectWorkspace = async (brandId: string, appId?: string) => {
  const { url } = await client.slack.installUrl(brandId, {
    redirectUrl: location.href,
    ...(appId === undefined ? {} : { appId })
  })
  location.assign(url)
}
