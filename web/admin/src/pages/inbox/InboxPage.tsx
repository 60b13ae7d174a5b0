import { Page } from "../../ui/Page.tsx"

export default function InboxPage() {
  return <Page title="Inbox">…</Page>
}
