import { queryClient } from "../../../app/queries.ts"
import { dropRecords, putRecord } from "../../../forms/records.ts"

type Kind = "addresses" | "domains" | "sms" | "custom" | "slack" | "slack-apps"

/** Of which brand, and of which kind of connection. */
export const channelsKey = (brandId: string, ...kind: ReadonlyArray<string>) => ["channels", brandId, ...kind]

/** Has every list of the brand's connections read again; nobody waits for it. */
export const readChannelsAgain = (brandId: string) =>
  void queryClient.invalidateQueries({ queryKey: channelsKey(brandId) })

/** Shows a connection as it was answered. */
export const putChannel = (kind: Kind, channel: { readonly id: string; readonly brandId: string }) =>
  putRecord(channelsKey(channel.brandId, kind), channel, channelsKey(channel.brandId))

/** Takes away a connection that is no more. */
export const dropChannel = (kind: Kind, { brandId, id }: { readonly id: string; readonly brandId: string }) =>
  dropRecords(channelsKey(brandId, kind), [id], channelsKey(brandId))
