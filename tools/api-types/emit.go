package main

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	fileLinesMax = 600
	columnsMax   = 100
	heading      = "/* Written by tools/api-types from Kubernetes " + kubernetes + "; edits are lost. */\n"
)

// outputs are file names and their text.
type outputs map[string]string

func emit(types []*apiType) outputs {
	files := outputs{}
	for start := 0; start < len(types); {
		end := start
		for end < len(types) && types[end].group() == types[start].group() {
			end++
		}
		files.emitGroup(types[start].group(), types[start:end])
		start = end
	}
	files["table_types.h"] = declarations(types)
	files["table_index.c"] = index(types)
	return files
}

// group names the file of a type: the API group, and the version where the group has several.
func (t *apiType) group() string {
	parts := strings.Split(strings.TrimPrefix(t.symbol, "ls_api_"), "_")
	if parts[1] == "v1" {
		return parts[0]
	}
	return parts[0] + "_" + parts[1]
}

func (files outputs) emitGroup(group string, types []*apiType) {
	var parts []string
	var part strings.Builder
	for _, t := range types {
		text := t.text()
		if strings.Count(part.String()+text, "\n") > fileLinesMax && part.Len() > 0 {
			parts = append(parts, part.String())
			part.Reset()
		}
		part.WriteString(text)
	}
	parts = append(parts, part.String())
	for i, text := range parts {
		name := "table_" + group + ".c"
		if len(parts) > 1 {
			name = fmt.Sprintf("table_%s_%d.c", group, i+1)
		}
		files[name] = heading + "#include \"sandbox/types/table.h\"\n\n/* clang-format off */\n" +
			strings.TrimSuffix(text, "\n")
	}
}

func (t *apiType) text() string {
	id := strings.TrimPrefix(t.symbol, "ls_api_")
	if len(t.fields) == 0 {
		return fmt.Sprintf("EMPTY_TYPE(%s, %q, %q)\n\n", id, t.name, t.goName)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "static const struct ls_api_field %s[] = {\n", id)
	for _, row := range t.fields {
		out.WriteString(wrap("    {" + strings.Join(row.members(), ", ") + "},"))
	}
	macro := "TYPE"
	if t.isAtomic {
		macro = "ATOMIC_TYPE"
	}
	fmt.Fprintf(&out, "};\n%s(%s, %q, %q)\n\n", macro, id, t.name, t.goName)
	return out.String()
}

// members are the initialisers of a row, those that say nothing left out.
func (row *field) members() []string {
	form := "FORM(" + row.form
	if row.shape != "ONE" {
		form = row.shape + "(" + row.form
	}
	members := []string{strconv.Quote(row.name), form + ")"}
	add := func(is bool, format string, args ...any) {
		if is {
			members = append(members, fmt.Sprintf(format, args...))
		}
	}
	if row.of != nil {
		add(true, ".type = &%s", row.of.symbol)
	}
	add(row.number != 0, ".number = %d", row.number)
	add(row.inside != 0 && row.inside < 256, ".inside = %d", row.inside)
	add(row.inside > 255, ".inside = %d | %d << 8", row.inside&255, row.inside>>8)
	add(len(row.flags) > 0, ".flags = %s", strings.Join(row.flags, " | "))
	add(row.listKind != "ATOMIC", ".list_kind = LS_LIST_%s", row.listKind)
	add(len(row.keys) > 0, ".keys = NAMES(%s)", quoted(row.keys))
	add(row.patchKey != "", ".patch_key = %q", row.patchKey)
	add(row.dflt != "", ".default_json = %q", row.dflt)
	add(len(row.choices) > 0, ".choices = NAMES(%s)", quoted(row.choices))
	add(row.goType != "", ".go_type = %q", row.goType)
	add(row.goWhole != "", ".go_whole = %q", row.goWhole)
	add(row.goInside != "", ".go_inside = %q", row.goInside)
	return members
}

func quoted(words []string) string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = strconv.Quote(word)
	}
	return strings.Join(out, ", ")
}

// wrap breaks a row at its commas.
func wrap(row string) string {
	var out strings.Builder
	line := ""
	for i, piece := range strings.SplitAfter(row, ", ") {
		if i > 0 && len(line)+len(strings.TrimRight(piece, " ")) > columnsMax {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "     "
		}
		line += piece
	}
	return out.String() + line + "\n"
}

func declarations(types []*apiType) string {
	var out strings.Builder
	out.WriteString("#pragma once\n" + heading +
		"#include \"sandbox/types/api_type.h\"\n\n/* clang-format off */\n")
	for _, t := range types {
		fmt.Fprintf(&out, "extern const struct ls_api_type %s;\n", t.symbol)
	}
	return out.String()
}

func index(types []*apiType) string {
	var out strings.Builder
	out.WriteString(heading + "#include \"sandbox/types/table.h\"\n\n/* clang-format off */\n" +
		"const struct ls_api_type *const ls_api_types[] = {\n")
	for _, t := range types {
		fmt.Fprintf(&out, "    &%s,\n", t.symbol)
	}
	fmt.Fprintf(&out, "    NULL,\n};\nconst size_t ls_api_type_count = %d;\n", len(types))
	return out.String()
}
