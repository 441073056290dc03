/** A system language: its own name for itself, and its tag. */
export interface Language {
  readonly name: string;
  readonly tag: string;
}

const table = `
Afrikaans|af, Akan|ak, Alsatian|gsw, Asturianu|ast, Azərbaycan|az, Bahasa Indonesia|id, Bahasa Melayu|ms, Bamanakan|bm,
Basa Jawa|jv, Basa Sunda|su, Bosanski|bs, Brezhoneg|br, Català|ca, Čeština|cs, Chichewa|ny, Corsu|co, Cymraeg|cy,
Dansk|da, Davvisámegiella|se, Deutsch|de, Dolnoserbšćina|dsb, Eesti|et, English|en, Español|es, Esperanto|eo, Euskara|eu,
Eʋegbe|ee, Filipino|fil, Føroyskt|fo, Français|fr, Friulian|fur, Frysk|fy, Gaeilge|ga, Gàidhlig|gd, Gaelg|gv, Galego|gl,
Ganda|lg, Gĩkũyũ|ki, Guarani|gn, Hausa|ha, Hawaiian|haw, Hmong|hmn, Hornjoserbšćina|hsb, Hrvatski|hr, Ichibemba|bem,
Igbo|ig, Ikirundi|rn, Ilokano|ilo, Inarisaami|smn, Interlingua|ia, isiNdebele|nd, isiXhosa|xh, isiZulu|zu, Íslenska|is,
Italiano|it, Kalaallisut|kl, Kernewek|kw, Kikamba|kam, Kimeru|mer, Kinyarwanda|rw, Kiswahili|sw, Kreyòl Ayisyen|ht,
Krio|kri, Kurdî|ku, Ladino|lad, Latine|la, Latviešu|lv, Lëtzebuergesch|lb, Lietuvių|lt, Ligurian|lij, Limburgs|li,
Lingála|ln, Lombard|lmo, Luo|luo, Luyia|luy, Maa|mas, Magyar|hu, Malagasy|mg, Malti|mt, Māori|mi, Mapudungun|arn,
Megrelian|xmf, Mizo|lus, Mohawk|moh, Nāhuatl|nah, Nama|naq, Nederlands|nl, Norsk bokmål|nb, Norsk nynorsk|nn, Occitan|oc,
Oromoo|om, Oʻzbek|uz, Papiamentu|pap, Piemontese|pms, Polski|pl, Português|pt, Pulaar|ff, Qaraqalpaq|kaa, Quechua|qu,
Reo Tahiti|ty, Română|ro, Romansh|rm, Runyankore|nyn, Samburu|saq, Samoan|sm, Sängö|sg, Sardu|sc, Scots|sco, Sena|seh,
Sesotho|st, Setswana|tn, Shona|sn, Shqip|sq, Sicilianu|scn, siSwati|ss, Slovenčina|sk, Slovenščina|sl, Soga|xog,
Soomaali|so, Suomi|fi, Svenska|sv, Tamazight|tzm, Tatar|tt, Tetum|tet, Tiếng Việt|vi, Tok Pisin|tpi, Tonga|to, Tsonga|ts,
Tshivenda|ve, Türkçe|tr, Türkmen|tk, Twi|tw, Uyghur|ug, Veneto|vec, Volapük|vo, Vunjo|vun, Walon|wa, West-Vlaams|vls,
Wolof|wo, Yorùbá|yo, Zarma|dje, Zazaki|zza, Žemaitėška|sgs, Ελληνικά|el, Аҧсуа|ab, Аварский|av, Адыгэбзэ|ady, Башҡорт|ba,
Беларуская|be, Български|bg, Ирон|os, Қазақ|kk, Коми|kv, Кыргызча|ky, Македонски|mk, Марий|chm, Монгол|mn, Нохчийн|ce,
Русский|ru, Саха|sah, Српски|sr, Тоҷикӣ|tg, Тыва|tyv, Удмурт|udm, Українська|uk, Чӑваш|cv, Қырымтатар|crh, Эрзянь|myv,
ქართული|ka, Հայերեն|hy, עברית|he, ייִדיש|yi, اردو|ur, العربية|ar, فارسی|fa, پښتو|ps, سنڌي|sd, አማርኛ|am, ትግርኛ|ti,
नेपाली|ne, मराठी|mr, हिन्दी|hi, अসমীয়া|as, বাংলা|bn, ਪੰਜਾਬੀ|pa, ગુજરાતી|gu, ଓଡ଼ିଆ|or, தமிழ்|ta, తెలుగు|te, ಕನ್ನಡ|kn,
മലയാളം|ml, සිංහල|si, ไทย|th, ລາວ|lo, မြန်မာ|my, ខ្មែར|km, 한국어|ko, 日本語|ja, 简体中文|zh-Hans, 繁體中文|zh-Hant`;

/** The 200 languages the phone offers, in the order of its list. */
export const languages: readonly Language[] = table.split(',').map((entry) => {
  const [name = '', tag = ''] = entry.trim().split('|');
  return { name, tag };
});

export const languageName = (tag: string): string => languages.find((language) => language.tag === tag)?.name ?? tag;
