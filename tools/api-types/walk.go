package main

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// field is one row: what Go's reflection tells of it, completed by OpenAPI (openapi.go).
type field struct {
	name     string
	form     string // of enum ls_api_form, without prefix
	shape    string // of enum ls_api_shape
	of       *apiType
	flags    []string
	number   int
	inside   int
	goType   string
	goWhole  string
	goInside string
	listKind string
	keys     []string
	patchKey string
	dflt     string
	choices  []string
}

type apiType struct {
	name     string // as OpenAPI has it
	symbol   string // in C
	goName   string
	fields   []*field
	isAtomic bool
}

// walker collects all types that are reached.
type walker struct {
	types map[string]*apiType
}

// leaves are Go structs (and the odd interface) that are one value in JSON.
var leaves = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":         "TIME",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":    "MICRO_TIME",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":     "DURATION",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":     "RAW",
	"k8s.io/apimachinery/pkg/api/resource.Quantity":     "QUANTITY",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":   "INT_OR_STRING",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":      "RAW",
	apiextensionsPath + ".JSON":                         "RAW",
	apiextensionsPath + ".JSONSchemaPropsOrBool":        "SCHEMA_OR_BOOL",
	apiextensionsPath + ".JSONSchemaPropsOrArray":       "SCHEMA_OR_LIST",
	apiextensionsPath + ".JSONSchemaPropsOrStringArray": "SCHEMA_OR_STRINGS",
}

const apiextensionsPath = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

func goPath(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// openapiName turns k8s.io/api/apps/v1.Deployment into io.k8s.api.apps.v1.Deployment.
func openapiName(t reflect.Type) string {
	return "io.k8s." + strings.ReplaceAll(strings.TrimPrefix(t.PkgPath(), "k8s.io/"), "/", ".") +
		"." + t.Name()
}

// symbol turns the same into ls_api_apps_v1_Deployment.
func symbol(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return "ls_api_" + strings.Join(parts[len(parts)-2:], "_") + "_" + t.Name()
}

func (w *walker) visit(t reflect.Type) *apiType {
	name := openapiName(t)
	if known := w.types[name]; known != nil {
		return known
	}
	made := &apiType{name: name, symbol: symbol(t), goName: t.Name()}
	w.types[name] = made
	made.fields = w.fields(t, 0)
	return made
}

// fields lists the rows of a struct; those of embedded structs stand in their place. inside holds
// the protobuf numbers of the embedded messages around them, the outermost in the low byte.
func (w *walker) fields(t reflect.Type, inside int) []*field {
	var rows []*field
	for i := 0; i < t.NumField(); i++ {
		member := t.Field(i)
		tag, options, _ := strings.Cut(member.Tag.Get("json"), ",")
		number := protobufNumber(member)
		switch {
		case tag == "-" || !member.IsExported():
		case member.Anonymous && tag == "":
			embedded := w.fields(member.Type, within(inside, number))
			if number == 0 {
				forgetNumbers(embedded)
			} else {
				nameInside(embedded, member.Name)
			}
			rows = append(rows, embedded...)
		default:
			rows = append(rows, w.field(member, tag, options, number, inside))
		}
	}
	return rows
}

// forgetNumbers is for TypeMeta: the envelope carries it, not the message.
func forgetNumbers(rows []*field) {
	for _, row := range rows {
		row.number = 0
	}
}

// nameInside notes the embedded structs around a field, the outermost first.
func nameInside(rows []*field, name string) {
	for _, row := range rows {
		row.goInside = strings.TrimSuffix(name+"."+row.goInside, ".")
	}
}

func within(inside, number int) int {
	if inside == 0 {
		return number
	}
	if inside > 255 || number > 255 {
		panic("embedded messages are nested deeper than a row can tell")
	}
	return inside | number<<8
}

// protobufNumber is 0 for what is not in the message: kind and apiVersion.
func protobufNumber(member reflect.StructField) int {
	parts := strings.Split(member.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return 0
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil || number > 255 {
		panic(fmt.Sprintf("%s: protobuf tag without a number that a row can tell", member.Name))
	}
	return number
}

func (w *walker) field(member reflect.StructField, name, options string, number, inside int) *field {
	row := &field{name: name, number: number, inside: inside, shape: "ONE", listKind: "ATOMIC"}
	whole := member.Type
	if whole.Kind() == reflect.Pointer {
		whole = whole.Elem()
		row.flags = append(row.flags, "POINTER")
	}
	for _, option := range strings.Split(options, ",") {
		switch option {
		case "omitempty":
			row.flags = append(row.flags, "OMIT_EMPTY")
		case "omitzero":
			row.flags = append(row.flags, "OMIT_ZERO")
		}
	}
	for _, strategy := range strings.Split(member.Tag.Get("patchStrategy"), ",") {
		switch strategy {
		case "merge":
			row.flags = append(row.flags, "PATCH_MERGE")
		case "replace":
			row.flags = append(row.flags, "PATCH_REPLACE")
		case "retainKeys":
			row.flags = append(row.flags, "PATCH_RETAIN_KEYS")
		}
	}
	row.patchKey = member.Tag.Get("patchMergeKey")
	row.setType(w, whole)
	return row
}

// setType finds out shape and form of a value.
func (row *field) setType(w *walker, whole reflect.Type) {
	element := whole
	if leaves[goPath(whole)] == "" {
		row.shape, element = shapeOf(whole)
	}
	if element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	if whole != element && whole.Name() != "" {
		row.goWhole = whole.String()
	}
	row.form = formOf(element)
	if row.form == "STRUCT" {
		row.of = w.visit(element)
		return
	}
	if plain := plainNames[row.form]; element.String() != plain {
		row.goType = element.String()
	}
}

func shapeOf(t reflect.Type) (string, reflect.Type) {
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 {
			return "LIST", t.Elem()
		}
	case reflect.Map:
		inner := t.Elem()
		if inner.Kind() == reflect.Slice && inner.Elem().Kind() != reflect.Uint8 {
			return "MAP_LISTS", inner.Elem()
		}
		return "MAP", inner
	}
	return "ONE", t
}

// plainNames is how Go names the type of each form unless it is a named one.
var plainNames = map[string]string{
	"STRING": "string", "BOOL": "bool", "INT32": "int32", "INT64": "int64", "DOUBLE": "float64",
	"BYTES": "[]uint8", "TIME": "v1.Time", "MICRO_TIME": "v1.MicroTime",
	"QUANTITY": "resource.Quantity", "INT_OR_STRING": "intstr.IntOrString",
	"DURATION": "v1.Duration", "SCHEMA_OR_BOOL": "v1.JSONSchemaPropsOrBool",
	"SCHEMA_OR_LIST":    "v1.JSONSchemaPropsOrArray",
	"SCHEMA_OR_STRINGS": "v1.JSONSchemaPropsOrStringArray",
}

var kindForms = map[reflect.Kind]string{
	reflect.String: "STRING", reflect.Bool: "BOOL", reflect.Int32: "INT32",
	reflect.Int64: "INT64", reflect.Float64: "DOUBLE", reflect.Slice: "BYTES",
	reflect.Struct: "STRUCT",
}

func formOf(t reflect.Type) string {
	if leaf := leaves[goPath(t)]; leaf != "" {
		return leaf
	}
	form := kindForms[t.Kind()]
	if form == "" {
		panic(fmt.Sprintf("%s has no form", t))
	}
	return form
}

// sorted lists the types by name.
func (w *walker) sorted() []*apiType {
	var all []*apiType
	for _, t := range w.types {
		all = append(all, t)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
	return all
}
