export type HeaderKind = "from" | "sent" | "to" | "cc" | "subject"

/**
 * The labels that mail programs use in the header above a quote: language, from, sent or date, to, cc, subject. Most rows
 * combine several programs.
 */
const labels = `
af | van | gestuur, datum | aan | cc | onderwerp
ar | من | تاريخ الإرسال, تم الإرسال, أرسلت, أُرسلت, التاريخ, تاريخ, مرسل | إلى, الى | نسخة, نسخة إلى | الموضوع, موضوع
az | kimdən | göndərilib, tarix | kimə | surət | mövzu
be | ад | дата, адпраўлена | каму | копія | тэма
bg | от | изпратено, дата | до | копие | относно, тема
bn | প্রেরক, থেকে | প্রেরিত, পাঠানো হয়েছে, তারিখ | প্রতি, প্রাপক | অনুলিপি | বিষয়, বিষয়
ca | de | enviat, enviat el, data | a, per a | a/c | assumpte, tema
cs | od, odesílatel | odesláno, datum, dne | komu | kopie | předmět
da | fra | sendt, dato | til | cc | emne
de | von, absender | gesendet, gesendet am, datum | an, empfänger | kopie | betreff
el | από, αποστολέας | στάλθηκε, εστάλη, ημερομηνία, απεσταλμένα | προς | κοιν., κοιν | θέμα
en | from, sender | sent, date, sent at | to | cc, bcc | subject
es | de, remitente | enviado, enviado el, fecha, fecha de envío | para, a | cc, copia | asunto
et | kellelt, saatja, kes | saadetud, kuupäev, saatmisaeg | kellele, saaja, adressaat | koopia | teema
eu | nork, bidaltzailea | bidalia, data | nori, hartzailea | cc | gaia
fa | از | تاریخ, ارسال شده, ارسال‌شده | به | رونوشت | موضوع
fi | lähettäjä | lähetetty, päivämäärä, päiväys, pvm | vastaanottaja, kenelle, saaja | kopio | aihe
fr | de, expéditeur | envoyé, envoyé le, date, date d'envoi | à, a, pour, destinataire | copie, copie à | objet, sujet
gl | de | enviado, data | para, a | cc | asunto
he | מאת, מ | נשלח, תאריך, נשלח בתאריך | אל, עבור | עותק | נושא
hi | प्रेषक, से, द्वारा | भेजा गया, भेजा, दिनांक, तारीख | प्रति, सेवा में, प्राप्तकर्ता | प्रतिलिपि | विषय
hr | od, šalje, pošiljatelj | poslano, datum | za, prima, primatelj | kopija | predmet
hu | feladó, küldő | elküldve, küldve, dátum, küldés dátuma | címzett | másolatot kap, másolat | tárgy
id | dari | dikirim, terkirim, tanggal | kepada, ke, untuk | cc | subjek, perihal, judul
is | frá | sent, dagsetning | til | afrit | efni
it | da, mittente | inviato, data, inviata | a, destinatario | cc | oggetto
ja | 差出人, 送信者, from | 送信日時, 日時, 日付, 送信日 | 宛先, to | cc | 件名
ko | 보낸 사람, 보낸사람, 발신 | 보낸 날짜, 보낸날짜, 날짜, 보냄, 전송 | 받는 사람, 받는사람, 수신 | 참조 | 제목
lt | nuo, siuntėjas | išsiųsta, data | kam, iki, gavėjas | kopija | tema
lv | no, sūtītājs | nosūtīts, datums | kam, adresāts | kopija | temats, tēma
mk | од | испратено, датум | до, за | копија | предмет, тема
ms | daripada, dari | dihantar, tarikh | kepada | sk | subjek
nb | fra | sendt, dato | til | kopi | emne
nl | van, afzender | verzonden, datum, verzonden op | aan | cc, kopie | onderwerp
pl | od, nadawca | wysłano, wysłane, data | do | dw, kopia | temat
pt | de, remetente | enviado, enviada, enviada em, enviado em, data | para | cc, c/c | assunto
ro | de la, expeditor, from | trimis, data, dată, trimise | către, catre, la | cc | subiect
ru | от, от кого, отправитель | отправлено, дата, послано, дата отправки | кому | копия | тема
sk | od, odosielateľ | odoslané, dátum | komu | kópia | predmet
sl | od, pošiljatelj | poslano, datum | za, komu | kp, v vednost | zadeva
sq | nga | dërguar, data | për | cc | subjekti, tema
sr | од, шаље, пошиљалац, šalje, pošiljalac | послато, датум, poslato, datum | за, прима, za | копија | наслов, тема, предмет, naslov, tema
sv | från, avsändare | skickat, datum, skickades | till | kopia, kopia till | ämne
sw | kutoka, kutoka kwa | ilitumwa, tarehe | kwa | nakala | mada
ta | அனுப்புநர் | அனுப்பப்பட்டது, தேதி | பெறுநர் | நகல் | பொருள்
th | จาก | ส่ง, ส่งเมื่อ, วันที่ | ถึง | สำเนา, สำเนาถึง | เรื่อง, หัวเรื่อง, หัวข้อ
tr | kimden, gönderen | gönderildi, gönderilme, gönderme tarihi, tarih, gönderim tarihi | kime, alıcı | bilgi | konu
uk | від, від кого, відправник | надіслано, дата, відправлено | кому | копія | тема
vi | từ, người gửi | đã gửi, ngày, gửi, date | đến, tới, gửi đến, người nhận | cc, đồng gửi | chủ đề, tiêu đề
zh | 发件人, 寄件者, 寄件人, 發件人 | 发送时间, 发送日期, 日期, 时间, 寄件日期, 傳送時間, 已傳送, 傳送日期, 發送時間 | 收件人, 收件者 | 抄送, 副本 | 主题, 主旨, 主題, 標題
`

const kinds = ["from", "sent", "to", "cc", "subject"] as const

const rows = labels.trim().split("\n")

/** Languages whose header blocks are recognized. */
export const headerLanguages: ReadonlyArray<string> = rows.map((row) => row.slice(0, row.indexOf(" ")))

const kindOf: ReadonlyMap<string, HeaderKind> = new Map(
  rows.flatMap((row) =>
    row
      .split(" | ")
      .slice(1)
      .flatMap((cell, column) => cell.split(", ").map((label) => [label, kinds[column] ?? "cc"] as const))
  )
)

const longestLabel = 40

/** The header line that `words` is, judged by the label before its colon, whose bold marks are ignored. */
export const headerKind = (words: string): HeaderKind | undefined => {
  const start = words.slice(0, longestLabel)
  const colon = start.search(/[:：]/)
  if (colon < 1) return undefined
  return kindOf.get(start.slice(0, colon).replace(/[*_]/g, "").replace(/\s+/g, " ").trim().toLowerCase())
}
