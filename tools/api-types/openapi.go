package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// schema is what the table takes from OpenAPI; descriptions are left behind.
type schema struct {
	Type       string             `json:"type"`
	Format     string             `json:"format"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Additional *schema            `json:"additionalProperties"`
	Default    json.RawMessage    `json:"default"`
	Enum       []string           `json:"enum"`
	ListType   string             `json:"x-kubernetes-list-type"`
	ListKeys   []string           `json:"x-kubernetes-list-map-keys"`
	MapType    string             `json:"x-kubernetes-map-type"`
	PatchKey   string             `json:"x-kubernetes-patch-merge-key"`
}

type document struct {
	Components struct {
		Schemas map[string]*schema `json:"schemas"`
	} `json:"components"`
}

// readSchemas reads every document of the folder.
func readSchemas(folder string) (map[string]*schema, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s holds no OpenAPI documents; run ./fetch first", folder)
	}
	all := map[string]*schema{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var read document
		if err := json.Unmarshal(text, &read); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for name, s := range read.Components.Schemas {
			all[name] = s
		}
	}
	return all, nil
}

// complete adds to a type what only OpenAPI knows, and complains where it and Go disagree.
func (t *apiType) complete(schemas map[string]*schema) error {
	s := schemas[t.name]
	if s == nil {
		return fmt.Errorf("%s: not in OpenAPI", t.name)
	}
	if len(s.Properties) != len(t.fields) {
		return fmt.Errorf("%s: %d fields in Go, %d in OpenAPI", t.name, len(t.fields),
			len(s.Properties))
	}
	t.isAtomic = s.MapType == "atomic"
	for _, row := range t.fields {
		property := s.Properties[row.name]
		if property == nil {
			return fmt.Errorf("%s.%s: not in OpenAPI", t.name, row.name)
		}
		if slices.Contains(s.Required, row.name) {
			row.flags = append(row.flags, "REQUIRED")
		}
		if err := row.complete(property); err != nil {
			return fmt.Errorf("%s.%s: %w", t.name, row.name, err)
		}
	}
	return nil
}

func (row *field) complete(s *schema) error {
	if s.MapType != "" {
		row.flags = append(row.flags, strings.ToUpper(s.MapType))
	}
	row.dflt = string(s.Default)
	if row.shape == "LIST" {
		if s.ListType == "" {
			return fmt.Errorf("a list without x-kubernetes-list-type")
		}
		row.listKind = strings.ToUpper(s.ListType)
		row.keys = s.ListKeys
	}
	if s.PatchKey != row.patchKey {
		return fmt.Errorf("patch key %q in Go, %q in OpenAPI", row.patchKey, s.PatchKey)
	}
	element := s.element(row.shape)
	if element == nil {
		return fmt.Errorf("no %s in OpenAPI", row.shape)
	}
	row.choices = element.Enum
	return row.agree(element)
}

// element is the schema of one item or member.
func (s *schema) element(shape string) *schema {
	switch {
	case shape == "LIST":
		return s.Items
	case shape == "MAP":
		return s.Additional
	case shape == "MAP_LISTS" && s.Additional != nil:
		return s.Additional.Items
	}
	return s
}

// openapiTypes is how OpenAPI shows the forms that are no reference.
var openapiTypes = map[string]string{
	"STRING": "string", "BOOL": "boolean", "INT32": "integer int32", "INT64": "integer int64",
	"DOUBLE": "number double", "BYTES": "string byte",
}

func (row *field) agree(s *schema) error {
	got := strings.TrimSpace(s.Type + " " + s.Format)
	if got != openapiTypes[row.form] {
		return fmt.Errorf("%s in Go, %q in OpenAPI", row.form, got)
	}
	return nil
}
