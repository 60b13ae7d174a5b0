import type { Method } from "../slackMethods.ts"
import { SlackRefusal, type Wire, wireMessage } from "../slackRecords.ts"
import { slackId } from "../Workspace.ts"

export const fileMethods: Record<string, Method> = {
  "files.info": {
    scope: "files:read",
    run: ({ args, team }) => {
      const file = team.files.get(String(args["file"]))
      if (file === undefined) throw new SlackRefusal("file_not_found")
      const shares = [...file.shares].map(([channel, ts]) => [channel, [{ ts }]] as const)
      return { file: { ...file.facts, file_access: "visible", shares: { public: Object.fromEntries(shares) } } }
    }
  },
  "files.getUploadURLExternal": {
    scope: "files:write",
    run: ({ args, slack, team }) => {
      const length = Number(args["length"])
      if (!(length > 0)) throw new SlackRefusal("invalid_arguments", ["length"])
      if (typeof args["filename"] !== "string" || args["filename"] === "")
        throw new SlackRefusal("invalid_arguments", ["filename"])
      const id = slackId("F")
      slack.uploads.set(id, { team, name: args["filename"], length, bytes: undefined })
      return { upload_url: `${slack.origin}/upload/v1/${id}`, file_id: id }
    }
  },
  "files.completeUploadExternal": {
    scope: "files:write",
    run: ({ args, slack, team }) => {
      const wanted = Array.isArray(args["files"]) ? (args["files"] as ReadonlyArray<Wire>) : []
      if (wanted.length === 0) throw new SlackRefusal("invalid_arguments", ["files"])
      const channel = team.writable(args["channel_id"])
      const threadTs = team.threadIn(channel, args["thread_ts"])
      const files = wanted.map((one) => {
        const upload = slack.uploads.get(String(one["id"]))
        if (upload?.bytes === undefined || upload.team !== team) throw new SlackRefusal("file_not_found")
        slack.uploads.delete(String(one["id"]))
        const { bytes, name } = upload
        const file = team.addFile({
          name,
          mimetype: "application/octet-stream",
          bytes,
          user: team.botUserId,
          facts: { id: one["id"] }
        })
        team.files.delete(file.id)
        const kept = { ...file, id: String(one["id"]) }
        team.files.set(kept.id, kept)
        return kept
      })
      const message = team.add(channel, {
        threadTs,
        text: String(args["initial_comment"] ?? ""),
        user: team.botUserId,
        botId: team.botId,
        appId: team.appId,
        subtype: "file_share",
        files
      })
      for (const file of files) file.shares.set(channel.id, message.ts)
      slack.emit(team, {
        ...wireMessage(message, team.id),
        channel: channel.id,
        channel_type: channel.kind,
        event_ts: message.ts
      })
      for (const { id } of files)
        slack.emit(team, { type: "file_shared", file_id: id, channel_id: channel.id, event_ts: team.nextTs() })
      return { files: files.map(({ id, name }) => ({ id, title: name })) }
    }
  }
}
