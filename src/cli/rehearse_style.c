#include "cli/rehearse_style.h"

#include <stddef.h>

/* clang-format off */
const char *const ls_rehearse_style[] = {
    ":root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--text:#1b1f24;--quiet:#59636e;--line:#d8dde3;"
    "--grid:#e8ebef;--hover:#f3f5f8;--good:#1f7a3d;--good-bar:#2f9e57;--warn:#8a5a00;--warn-bar:#c98a1b;--bad:#b3261e;"
    "--bad-bar:#d64a40;--link:#0b5cad;--good-soft:#e5f4ea;--warn-soft:#fdf2dc;--bad-soft:#fdeae8;--note-soft:#eaf1fa}",
    "@media (prefers-color-scheme:dark){:root{--page:#0f1317;--card:#171c22;--text:#e6eaee;--quiet:#9aa5b1;"
    "--line:#2e363f;--grid:#262e37;--hover:#1c222a;--good:#6fd08c;--good-bar:#3fa866;--warn:#f0b954;--warn-bar:#c98a1b;--bad:#ff8a80;"
    "--bad-bar:#e05b50;--link:#7db7f5;--good-soft:#15301f;--warn-soft:#342711;--bad-soft:#3a1a18;--note-soft:#17263a}}",
    "*{box-sizing:border-box}",
    "body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,'DejaVu Sans',sans-serif}",
    "main{max-width:1280px;margin:0 auto;padding:28px 24px 64px}",
    "h1{font-size:26px;margin:0 0 4px;overflow-wrap:anywhere}",
    "h2{font-size:18px;margin:36px 0 10px}",
    ".scroll+p{margin-top:10px}",
    "p{margin:0 0 10px}",
    "a{color:var(--link)}",
    "a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}",
    "code,.mono{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.9em}",
    ".quiet{color:var(--quiet)}",
    ".verdict{display:inline-block;padding:3px 12px;border-radius:999px;font-weight:600}",
    ".verdict.good{background:var(--good-soft);color:var(--good)}",
    ".verdict.warn{background:var(--warn-soft);color:var(--warn)}",
    ".verdict.bad{background:var(--bad-soft);color:var(--bad)}",
    ".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:20px 0 0;padding:0}",
    ".facts div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 14px}",
    ".facts dt{color:var(--quiet);font-size:13px}",
    ".facts dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}",
    ".problems{list-style:none;margin:0;padding:0}",
    ".problems li{background:var(--card);border:1px solid var(--line);border-left:4px solid;border-radius:8px;"
    "padding:10px 14px;margin:0 0 8px;overflow-wrap:anywhere}",
    ".problems .error{border-left-color:var(--bad-bar)}",
    ".problems .warning{border-left-color:var(--warn-bar)}",
    ".problems .note{border-left-color:var(--link)}",
    ".severity{font-weight:600}",
    ".error .severity{color:var(--bad)}.warning .severity{color:var(--warn)}.note .severity{color:var(--link)}",
    ".scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}",
    "table{border-collapse:collapse;width:100%}",
    "th,td{text-align:left;padding:4px 10px;vertical-align:middle;font-weight:400}",
    "thead th{color:var(--quiet);font-size:13px;border-bottom:1px solid var(--line);padding:8px 10px}",
    ".time{min-width:880px;table-layout:fixed}",
    ".time .what{width:37%}.time .took{width:92px;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}",
    ".time tbody{border-top:1px solid var(--line)}",
    ".time td,.time th{overflow:hidden}",
    ".time tbody tr:hover{background:var(--hover)}",
    ".time tbody tr.phase:hover{background:none}",
    ".phase th{font-weight:600;padding-top:10px}",
    ".time td:first-child{padding-left:22px}",
    ".name{overflow-wrap:anywhere}",
    "tr:target{background:var(--note-soft)}",
    ".axis,.track{position:relative;height:20px}",
    ".axis span{position:absolute;bottom:0;transform:translateX(-50%);white-space:nowrap;font-variant-numeric:tabular-nums}",
    ".axis span:first-child{transform:none}",
    ".track::before{content:'';position:absolute;inset:-16px 0;background-image:"
    "repeating-linear-gradient(to right,var(--grid) 0 1px,transparent 1px var(--tick))}",
    ".bar{position:absolute;top:4px;height:12px;min-width:3px;border-radius:3px;background:var(--good-bar)}",
    ".bar.assumed{background:repeating-linear-gradient(135deg,var(--warn-bar) 0 4px,transparent 4px 7px);"
    "outline:1px solid var(--warn-bar);outline-offset:-1px}",
    ".bar.bad{background:var(--bad-bar)}",
    ".after{position:absolute;top:0;font-size:12px;line-height:20px;white-space:nowrap;max-width:46%;overflow:hidden;text-overflow:ellipsis}",
    ".tag{display:inline-block;font-size:11px;line-height:16px;padding:0 6px;border:1px solid var(--line);border-radius:999px;"
    "color:var(--quiet);margin-left:6px;white-space:nowrap}",
    ".tag.assumed{border-color:var(--warn-bar);color:var(--warn)}",
    ".tag.bad{border-color:var(--bad-bar);color:var(--bad)}",
    ".source{display:block;color:var(--quiet);font-size:12px;overflow-wrap:anywhere}",
    ".count td,.count th{padding:6px 12px;font-variant-numeric:tabular-nums}",
    ".count td{text-align:right}.count thead th{text-align:right}.count thead th:first-child{text-align:left}",
    ".count tbody tr+tr{border-top:1px solid var(--grid)}",
    "details{margin:12px 0}summary{cursor:pointer}",
    "pre{overflow-x:auto;margin:8px 0;padding:12px;background:var(--card);border:1px solid var(--line);border-radius:8px;font-size:12px}",
    "@media print{body{background:#fff}.scroll{overflow:visible}.time{min-width:0}}",
    NULL,
};
/* clang-format on */
