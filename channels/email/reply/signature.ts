import { nextWords, type ReplyLine } from "./replyLines.ts"

/** Lines of a signature below its separator, and their length. A person may separate paragraphs with dashes, too. */
const maxSignature = { lines: 20, width: 150 }
/** Characters of a line such as "Sent from my iPhone". */
const maxNotice = 150

const product =
  /iphone|ipad|ipod|ios\b|apple watch|\bmail\b|e-mail-app|android|outlook|samsung|galaxy|blackberry|windows|huawei|xiaomi|redmi|oneplus|pixel|nokia|sony|xperia|htc|motorola|lg\b|oppo|vivo|yahoo|proton|gmail|gmx|web\.de|aol|spark|thunderbird|bluemail|typeapp|aqua ?mail|nine|k-9|mail\.ru|yandex|яндекс|почт|hotmail|superhuman|airmail|edison|fairmail|mailbird|smartphone|tablet|mobil|handy|teléfono|telefon|téléphone|手机|手機|携帯|邮箱|网易/iu

const sent =
  /^(?:sent (?:from|with|via|using)|get (?:[[<]?outlook|bluemail|typeapp)|download |gesendet|von mein|diese nachricht wurde von|envoyé|obtenir |téléchargez |télécharger |enviad[oa]|obtener |obter |inviat[oa]|scarica |ottieni |verzonden|verstuurd|outlook (?:für|voor|for|per|para|pour)|hämta |skickat|sendt|hent |lähetetty|hanki |hankige|saadetud|nosūtīts|išsiųsta|siunčiama|wysłan[eo]|pobierz |odesláno|odoslané|získať |získat |elküldve|küldve|az én |trimis|obține|отправлено|скачать|надіслано|изпратено|στάλθηκε|εστάλη|gönderildi|נשלח|أرسلت|أُرسلت|تم الإرسال|مرسل من|ارسال شده|發送自|发自|發自|从我的|從我的|来自|來自|傳送自|나의|내 |ส่งจาก|ส่งมาจาก|đã gửi từ|được gửi|gửi từ|dikirim|dihantar|poslano|послато|poslato|сent|मेरे|भेजा गया|আমার|-{2,} ?sent|из мобильн|з мобільн)/iu
/** Phrases that name no product, or an unknown one. */
const sentFromMy = /^[(<]{0,2}(?:sent (?:from|via|by) (?:my|a|mobile|galaxy)\b|from my i?phone)/iu
/** Phrases of languages that put the verb after the device. */
const sentLast =
  /(?:gesendet|gönderildi|から送信|から送信されました|에서 보냄|에서 보냈습니다|से भेजा गया|থেকে পাঠানো)[.。]?$/iu

/** Notices that other programs append. */
const appended =
  /^(?:this e-?mail has been (?:checked|scanned) for viruses|diese e-mail wurde von avast|virus-free\b|virenfrei\b|garanti sans virus|libre de virus|you received this message because you are subscribed|unsubscribe from this group)/iu

/**
 * The line at which text added by a mail program begins, or `end`: a signature after its separator `-- ` (RFC 3676, 4.3),
 * "Sent from my phone", the footer of a mailing list. Examines the lines from `from` up to `end`.
 */
export const signatureStart = (lines: ReadonlyArray<ReplyLine>, from: number, end: number): number => {
  const isOne = separators(lines, from, end) < 2
  let last = trimmed(lines, from, end)
  for (;;) {
    const next = trimmed(lines, from, withoutOne(lines, from, last, isOne))
    if (next === last) return last === trimmed(lines, from, end) ? end : last
    last = next
  }
}

/** The end of the lines without trailing empty ones. */
const trimmed = (lines: ReadonlyArray<ReplyLine>, from: number, end: number): number => {
  let last = end
  while (last > from && lines[last - 1]?.words === "" && lines[last - 1]?.depth === 0) last--
  return last
}

/** The number of possible signature separators. If there are several, they separate the author's own paragraphs. */
const separators = (lines: ReadonlyArray<ReplyLine>, from: number, end: number): number =>
  lines
    .slice(from, end)
    .filter(
      ({ depth, words }, at) =>
        depth === 0 && isSeparator(words) && !appended.test(lines[nextWords(lines, from + at + 1)]?.words ?? "")
    ).length

const withoutOne = (lines: ReadonlyArray<ReplyLine>, from: number, end: number, isOne: boolean): number => {
  if (isNotice(lines[end - 1])) return end - 1
  for (let at = end - 1; at >= Math.max(from, end - maxSignature.lines - 1); at--) {
    const line = lines[at]
    if (line === undefined || line.depth > 0) return end
    if (isSeparator(line.words)) return isOne || appended.test(lines[nextWords(lines, at + 1)]?.words ?? "") ? at : end
    if (/^_{30,}$/.test(line.words)) return isListFooter(lines, at, end) ? at : end
    if (line.words.length > maxSignature.width) return end
  }
  return end
}

const isSeparator = (words: string) => words === "--" || words === "—"

/** Whether a line is a notice like "Sent from my iPhone", with or without a link. */
const isNotice = (line: ReplyLine | undefined): boolean => {
  if (line === undefined || line.depth > 0 || line.words.length > maxNotice) return false
  const words = line.words.replace(/[<([]https?:[^\s>)\]]*[>)\]]?/g, "").trim()
  return (
    appended.test(words) ||
    sentFromMy.test(words) ||
    ((sent.test(words) || sentLast.test(words)) && product.test(words))
  )
}

/** Whether a line of underscores is followed by the address of a list. */
const isListFooter = (lines: ReadonlyArray<ReplyLine>, at: number, end: number): boolean => {
  const footer = lines.slice(at + 1, end).map(({ words }) => words)
  return footer.length <= 6 && footer.some((words) => /^https?:\/\/|mailing list|@/.test(words))
}
